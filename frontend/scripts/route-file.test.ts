import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { routeFile } from "./route-file";

const page = (file: string): string => `page: async () => (await import("${file}")).Page`;

test("the committed routes.json is what the list of routes says; `npm run build` writes it", () => {
  expect(readFileSync(new URL("../src/app/routes.json", import.meta.url), "utf8")).toBe(routeFile());
});

test("a route's code is its page's file, and its guard's where it has one", () => {
  const declared = `const declared = {
    "/help": { isListed: true, texts: ["support"], ${page("@/features/support/help-screen")} },
    "/booking": { texts: [], guard: { needs: "session" }, ${page("./pages/booking-page")} },
  } satisfies Record<string, Route>;`;

  expect(JSON.parse(routeFile(declared))).toEqual({
    public: ["/help"],
    routes: {
      "/help": { code: ["src/features/support/help-screen.tsx"], texts: ["support"] },
      "/booking": { code: ["src/app/pages/booking-page.tsx", "src/app/account-boundary.tsx"], texts: [] },
    },
  });
});

test.each([
  [
    `const declared = { "/": { texts: [], ${page("./pages/gone-page")} } };`,
    "There is no page src/app/pages/gone-page.tsx.",
  ],
  ["const declared = listed;", "The list of routes is an object"],
  ['const declared = { "/": ', "Unexpected"],
])("%s is refused", (code, message) => {
  expect(() => routeFile(code)).toThrow(message);
});
