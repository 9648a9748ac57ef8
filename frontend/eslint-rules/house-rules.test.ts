import { fileURLToPath } from "node:url";

import { ESLint } from "eslint";
import { describe, expect, test } from "vitest";

const eslint = new ESLint({ cwd: fileURLToPath(new URL("..", import.meta.url)) });

/** The rules that a text breaks in a file below src/. */
async function broken(file: string, text: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(`${text}\n`, { filePath: `src/${file}` });
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message);
}

const PAGE = "features/home/page.tsx";
const ROUTE = "app/pages/home-page.tsx";
const BUTTON = "ui/button.tsx";
const HOOK = "api/orders/use-orders.ts";

const USE_SWR = 'import useSWR from "swr";\nexport const key = useSWR;';
const USE_CONFIG = 'import { useSWRConfig } from "swr";\nexport const key = useSWRConfig;';
const INFINITE = 'import useSWRInfinite from "swr/infinite";\nexport const key = useSWRInfinite;';
const SWR_LATER = 'export const later = import("swr");';
const FETCH = 'export const asked = fetch("/orders");';
const WINDOW_FETCH = 'export const asked = window.fetch("/orders");';
const FETCH_BY_NAME = 'export const asked = window["fetch"]("/orders");';
const BEACON = 'navigator.sendBeacon("/orders");';
const EVENTS = 'export const events = new EventSource("/events");';
const PATH = 'export const address = "/api/orders";';
const PATH_WITH_ID = "export const address = (id: string): string => `/api/orders/${id}`;";
const PATH_TOGETHER = 'export const address = "/api" + "/orders";';
const LINK = 'export const link = <a href="/api/orders/1/calendar.ics">Calendar</a>;';

describe("a page that the browser translates", () => {
  const inside = (children: string): string => `export const part = <p>${children}</p>;`;

  test.each([
    ["an element that comes and goes before a text", "{busy && <i />}Pay"],
    ["an element that comes and goes before a named text", "{busy && <i />}{text}"],
    ["one of two elements before a text", '{busy ? <i /> : <b />}{t("pay")}'],
    ["a list before a text", "{names.map((name) => <b key={name} />)} and more"],
    ["a text that comes and goes beside another", 'Total {count > 0 && t("count")}'],
    ["a text instead of an element, beside another", 'Total {busy ? <i /> : "none"}'],
    ["a text of a fragment that comes and goes", '{busy && <>{t("pay")} <b>now</b></>}'],
    ["a text of a fragment instead of an element", "{busy ? <i /> : <>Pay <b>now</b></>}"],
    ["a text of a fragment within one", "{busy && <><>Pay</><b>now</b></>}"],
    ["a text of a repeated fragment", "{list.map((one) => <>Pay <b>{one}</b></>)}"],
  ])("has around %s an element", async (_, children) => {
    expect(await broken(BUTTON, inside(children))).toContain("house/translatable-text");
  });

  test.each([
    ["a text in an element of its own", "{busy && <i />}<span>Pay</span>"],
    ["a text before what comes and goes", "Pay {busy && <i />}"],
    ["one text or another", 'Total {busy ? "one" : "two"}'],
    ["a text alone", '{busy && t("pay")}'],
    ["elements in a fragment", "{busy && <><i /><b>now</b></>}"],
    ["a fragment that is always there", "<>Pay <b>now</b></>"],
    ["an element that is always there", "<i /> Pay"],
  ])("needs nothing around %s", async (_, children) => {
    expect(await broken(BUTTON, inside(children))).not.toContain("house/translatable-text");
  });
});

describe("the server is spoken to in api/ and offline/ alone", () => {
  const EVERY_CALL = {
    USE_SWR,
    USE_CONFIG,
    INFINITE,
    SWR_LATER,
    FETCH,
    WINDOW_FETCH,
    FETCH_BY_NAME,
    BEACON,
    EVENTS,
    PATH,
    PATH_WITH_ID,
    PATH_TOGETHER,
    LINK,
  };
  const ELSEWHERE = [
    PAGE,
    ROUTE,
    BUTTON,
    "lib/dates.ts",
    "i18n/i18n.ts",
    "paying/card-form.tsx",
    "main.tsx",
    "prerender.tsx",
  ];

  test.each(Object.entries(EVERY_CALL))("%s is refused elsewhere", async (_, text) => {
    for (const file of ELSEWHERE.filter((name) => name.endsWith("x") || text !== LINK)) {
      expect(await broken(file, text), file).toEqual(["house/no-calls"]);
    }
  });

  test.each(Object.entries(EVERY_CALL))("%s stands where it belongs, and in tests", async (_, text) => {
    for (const file of [
      "api/orders/use-orders.tsx",
      "offline/sync.tsx",
      "worker/app-routes.tsx",
      "features/home/page.test.tsx",
      "test/server.tsx",
    ]) {
      expect(await broken(file, text), file).toEqual([]);
    }
  });

  test.each([
    'import { SWRConfig } from "swr";\nexport const scope = SWRConfig;',
    'import { useOrders } from "@/api/orders/use-orders";\nexport const orders = useOrders;',
    'export const address = "/apiary";',
    'export const address = "/tracking";',
    "export const call = (prefetch: () => void): void => prefetch();",
  ])("its neighbour passes: %s", async (text) => {
    expect(await broken(ROUTE, text)).toEqual([]);
  });
});

describe("imports go downward", () => {
  const importOf = (source: string): string => `import { it } from "${source}";\nexport const used = it;`;

  test.each([
    ["lib/dates.ts", "@/i18n/i18n"],
    ["i18n/i18n.ts", "@/ui/button"],
    [BUTTON, "@/api/orders/use-orders"],
    ["offline/queue.ts", "@/api/orders/use-orders"],
    ["worker/app-page.ts", "@/api/orders/use-orders"],
    [PAGE, "@/worker/app-page"],
    [HOOK, "@/paying/card-form"],
    [HOOK, "@/features/home/home-screen"],
    ["paying/card-form.tsx", "@/features/checkout/checkout-page"],
    [PAGE, "@/app/routes"],
    [PAGE, "../../app/routes"],
    [PAGE, "@/features/booking/booking-form"],
    [PAGE, "../booking/booking-form"],
    [ROUTE, "@/main"],
    ["features/home/page.test.tsx", "@/features/booking/booking-form"],
  ])("%s does not reach up to %s", async (file, source) => {
    // An upward import also creates a cycle.
    const others = (rules: (string | null)[]): (string | null)[] =>
      rules.filter((rule) => rule !== "import-x/no-cycle");
    expect(others(await broken(file, importOf(source)))).toEqual(["house/layers"]);
    expect(others(await broken(file, `export const later = import("${source}");`))).toEqual(["house/layers"]);
  });

  test.each([
    ["i18n/i18n.ts", "@/lib/dates"],
    [BUTTON, "@/i18n/i18n"],
    [HOOK, "@/ui/overlay/toast"],
    ["paying/card-form.tsx", "@/api/payments/use-payment"],
    [PAGE, "@/paying/card-form"],
    [PAGE, "./home-screen"],
    [PAGE, "../home/home-screen"],
    ["features/home/page.test.tsx", "@/test/render"],
    [ROUTE, "@/features/home/home-screen"],
    ["main.tsx", "@/app/app"],
    ["sw.ts", "@/worker/app-page"],
    ["worker/app-page.ts", "@/offline/sync"],
    ["prerender.tsx", "@/app/routes"],
    ["lib/dates.ts", "react"],
  ])("%s may use %s", async (file, source) => {
    expect(await broken(file, importOf(source))).toEqual([]);
  });
});

describe("imports go in no circle", () => {
  // These are imported by the modules that they import.
  test.each([
    ["api/http/client.ts", "@/api/http/attempts"],
    ["api/http/client.ts", "./use-write"],
    ["ui/states.tsx", "./lazy-part"],
  ])("%s does not come back to itself by %s", async (file, source) => {
    expect(await broken(file, `import { it } from "${source}";\nexport const used = it;`)).toEqual([
      "import-x/no-cycle",
    ]);
    expect(await broken(file, `export const later = import("${source}");`)).toEqual(["import-x/no-cycle"]);
  });

  test("a type alone makes no circle", async () => {
    expect(
      await broken("api/http/client.ts", 'import type { Write } from "./use-write";\nexport type Writes = Write[];'),
    ).toEqual([]);
  });
});

describe("what is shown can be used without eyes, and without a pointer", () => {
  test.each([
    ["jsx-a11y/alt-text", '<img src="/logo.svg" />'],
    ["jsx-a11y/anchor-is-valid", '<a href="#">Help</a>'],
    ["jsx-a11y/no-autofocus", "<input autoFocus />"],
    [
      "jsx-a11y/no-noninteractive-element-interactions",
      "<li onClick={() => undefined} onKeyDown={() => undefined}>Help</li>",
    ],
    ["jsx-a11y/aria-role", '<p role="text">Help</p>'],
    ["jsx-a11y/aria-proptypes", '<p aria-hidden="maybe">Help</p>'],
  ])("%s: %s", async (rule, element) => {
    for (const file of [PAGE, ROUTE, BUTTON])
      expect(await broken(file, `export const part = ${element};`), file).toEqual([rule]);
  });

  test.each([
    '<img src="/logo.svg" alt="" />',
    '<a href="/help">Help</a>',
    "<button onClick={() => undefined}>Help</button>",
  ])("its neighbour passes: %s", async (element) => {
    expect(await broken(PAGE, `export const part = ${element};`)).toEqual([]);
  });
});

describe("the present moment is the server's", () => {
  const CLOCKS = [
    "export const at = Date.now();",
    "export const clock = Date.now;",
    "export const at = new Date();",
    "export const at = Date();",
  ];

  test.each(CLOCKS)("%s is refused", async (text) => {
    for (const file of [PAGE, ROUTE, BUTTON, HOOK, "main.tsx"])
      expect(await broken(file, text), file).toEqual(["house/no-device-clock"]);
  });

  test.each(CLOCKS)("%s stands in the server's clock, and in tests", async (text) => {
    for (const file of ["lib/server-clock.ts", "features/home/page.test.tsx", "test/slots.ts"])
      expect(await broken(file, text), file).toEqual([]);
  });

  test.each([
    'export const at = new Date("2026-11-20T09:00:00Z");',
    "export const at = Date.parse(String(1));",
    'import { now } from "@/lib/server-clock";\nexport const at = now();',
  ])("its neighbour passes: %s", async (text) => {
    expect(await broken(PAGE, text)).toEqual([]);
  });
});

describe("the house style", () => {
  test.each([
    ["no-restricted-syntax", 'export * from "./price";'],
    ["no-restricted-syntax", 'export { price } from "./price";'],
    ["no-restricted-syntax", "export default 1;"],
    ["no-restricted-syntax", 'export enum Service {\n  Ironing = "ironing",\n}'],
    ["no-restricted-syntax", 'localStorage.setItem("place", "8001");'],
    ["no-restricted-syntax", 'export const kept = sessionStorage.getItem("place");'],
    ["no-console", 'console.log("here");'],
    ["eqeqeq", "export const same = (a: string, b: string): boolean => a == b;"],
    ["@typescript-eslint/consistent-type-definitions", "export interface Place {\n  code: string;\n}"],
    [
      "@typescript-eslint/consistent-type-imports",
      'import { Weekday } from "@/lib/dates";\nexport type Day = Weekday;',
    ],
    ["@typescript-eslint/explicit-module-boundary-types", "export const code = () => 8001;"],
  ])("%s: %s", async (rule, text) => {
    for (const file of [PAGE, ROUTE, BUTTON, HOOK, "main.tsx"]) expect(await broken(file, text), file).toEqual([rule]);
  });

  test.each([
    ["lib/storage.ts", 'export const keep = (): void => localStorage.setItem("place", "8001");'],
    [HOOK, 'export const prices = ["27.50"];'],
    [HOOK, 'const price = "27.50";\nexport { price };'],
    [HOOK, 'import { readStorage } from "@/lib/storage";\nexport const kept = readStorage;'],
    [HOOK, 'export type Service = "ironing" | "standard";'],
    [HOOK, 'import type { Order } from "@/api/types";\nexport type Job = Order;'],
    [HOOK, "export const code = (): number => 8001;"],
    [HOOK, "export const same = (a: string, b: string): boolean => a === b;"],
    [HOOK, 'import { useId } from "react";\nexport function useName(): string {\n  return useId();\n}'],
  ])("its neighbour passes, in %s: %s", async (file, text) => {
    expect(await broken(file, text)).toEqual([]);
  });
});
