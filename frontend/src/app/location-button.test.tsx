import { act, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { useSession } from "@/api/session/session";
import { HomePage } from "@/app/pages/home-page";
import { switchLanguage } from "@/i18n/i18n";
import { axeViolations, renderScreen } from "@/test/render";
import { alice, makeListed, never, serve, signedIn, visitor, type TestServer } from "@/test/server";

import { SiteHeader } from "./site-header";

const WINTERTHUR = { postalCode: "8400", city: "Winterthur", canton: "ZH" };
const HOME = { id: "a1", label: "Home", street: "Bahnhofstrasse 1", city: "Zurich", isDefault: true };
const bruno = makeListed();
const dora = makeListed({
  id: "44444444-4444-4444-8444-444444444444",
  user: { firstName: "Dora", lastName: "S", profileImageUrl: null },
  serviceArea: ["8400"],
});

function serveLocalities(handlers: Parameters<typeof serve>[0] = {}): TestServer {
  return serve({
    "GET /api/providers/8001": { body: [bruno] },
    "GET /api/providers/8400": { body: [dora] },
    "GET /api/localities?q=w": { body: [WINTERTHUR] },
    "GET /api/localities?q=8400": { body: [WINTERTHUR] },
    "GET /api/localities?q=xyz": { body: [] },
    "GET /api/addresses": { body: [] },
    ...handlers,
  });
}

function SignOut(): React.ReactElement {
  const { signOut } = useSession();
  return <button onClick={() => void signOut()}>Sign out</button>;
}

function show(): ReturnType<typeof renderScreen> {
  return renderScreen(
    <>
      <SiteHeader onPhone />
      <SignOut />
      <HomePage />
    </>,
  );
}

const button = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name });

afterEach(async () => {
  await switchLanguage("en");
  vi.unstubAllGlobals();
});

test.each([
  ["de", "8001 Zürich"],
  ["fr", "8001 Zurich"],
  ["it", "8001 Zurigo"],
] as const)("begins where everybody does, in %s by the name that it has there", async (language, name) => {
  await switchLanguage(language);
  serveLocalities();
  show();

  expect(await screen.findByRole("button", { name: new RegExp(`: ${name}$`) })).toBeVisible();
});

test("the place is said once in the header, with its country", async () => {
  serveLocalities();
  show();

  expect(await button("Place: 8001 Zurich")).toHaveTextContent("8001");
  expect(screen.getByText("Zurich, Switzerland")).toBeVisible();
  expect(within(screen.getByRole("banner")).getAllByText(/Zurich/)).toHaveLength(1);
});

test("begins in Zurich, and another locality is stored on the device and followed by the list", async () => {
  serveLocalities();
  const { user, container, unmount } = show();
  expect(await button("Place: 8001 Zurich")).toHaveTextContent("8001");
  expect(await screen.findByRole("heading", { name: "Bruno K." })).toBeVisible();

  await user.click(await button("Place: 8001 Zurich"));
  await user.type(await screen.findByRole("searchbox", { name: "Postal code or city" }), "w");
  const opener = await screen.findByRole("button", { name: "8400 Winterthur ZH" });
  expect(await axeViolations(container)).toEqual([]);
  await user.click(opener);

  expect(await button("Place: 8400 Winterthur")).toHaveTextContent("8400");
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
  expect(await screen.findByRole("heading", { name: "Dora S." })).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Bruno K." })).not.toBeInTheDocument();
  unmount();
  show();
  expect(await button("Place: 8400 Winterthur")).toBeVisible();
});

test.each([
  "{",
  "null",
  "[]",
  '"8400"',
  '{"device":{"postalCode":"0000","city":"x"}}',
  '{"device":{"postalCode":"84001","city":"x"},"account":7}',
  '{"device":{"postalCode":"../auth/logout","city":"x"}}',
  `{"device":{"postalCode":"8400","city":"${"x".repeat(200)}"}}`,
  '{"device":{"postalCode":8400,"city":null},"account":{"postalCode":"8400","city":"Winterthur"}}',
])("a stored locality that is none (%s) is the default one", async (stored) => {
  window.localStorage.setItem("locality", stored);
  const server = serveLocalities();
  show();

  expect(await button("Place: 8001 Zurich")).toBeVisible();
  expect(await screen.findByRole("heading", { name: "Bruno K." })).toBeVisible();
  expect(server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
});

test("says so where no locality begins like what is typed", async () => {
  serveLocalities({ "GET /api/localities?q=x": { body: [] }, "GET /api/localities?q=xy": { body: [] } });
  const { user } = show();

  await user.click(await button("Place: 8001 Zurich"));
  await user.type(await screen.findByRole("searchbox", { name: "Postal code or city" }), "xyz");

  expect(await screen.findByText(/No Swiss place begins like this/)).toBeVisible();
});

test("a position that is refused is said in a sentence, and one that is given finds localities", async () => {
  serveLocalities({ "GET /api/localities?near=47.50%2C8.72": { body: [WINTERTHUR] } });
  let isAllowed = false;
  const getCurrentPosition = (found: (at: unknown) => void, failed: () => void): void =>
    isAllowed ? found({ coords: { latitude: 47.499, longitude: 8.724 } }) : failed();
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: { getCurrentPosition } });
  const { user } = show();
  await user.click(await button("Place: 8001 Zurich"));

  await user.click(await button("Use my position"));
  expect(within(screen.getByRole("dialog")).getByRole("alert")).toHaveTextContent("Your position is not available.");

  isAllowed = true;
  await user.click(await button("Use my position"));
  await user.click(await screen.findByRole("button", { name: "8400 Winterthur ZH" }));
  expect(await button("Place: 8400 Winterthur")).toBeVisible();
  Reflect.deleteProperty(navigator, "geolocation");
});

test("a position that does not come holds up nothing, and is given up", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  serveLocalities();
  Object.defineProperty(navigator, "geolocation", { configurable: true, value: { getCurrentPosition: vi.fn() } });
  const { user } = show();
  await user.click(await button("Place: 8001 Zurich"));

  await user.click(await button("Use my position"));
  expect(await button("Use my position")).toBeDisabled();
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(within(screen.getByRole("dialog")).getByRole("alert")).toHaveTextContent("Your position is not available.");

  await user.click(await button("Use my position"));
  await user.type(screen.getByRole("searchbox", { name: "Postal code or city" }), "w");
  await user.click(await screen.findByRole("button", { name: "8400 Winterthur ZH" }));
  expect(await button("Place: 8400 Winterthur")).toBeVisible();
  Reflect.deleteProperty(navigator, "geolocation");
  vi.useRealTimers();
});

test("the account's locality wins over the device's, and leaves with the account", async () => {
  window.localStorage.setItem("locality", JSON.stringify({ device: { postalCode: "3011", city: "Bern" } }));
  let session = { ...signedIn, user: { ...alice, postalCode: "8400" } as typeof alice | null };
  serveLocalities({
    "GET /api/auth/session": () => ({ body: session }),
    "GET /api/providers/3011": { body: [bruno] },
    "POST /api/auth/logout": () => {
      session = { ...visitor, user: null };
      return { body: { success: true } };
    },
  });
  const { user } = show();

  expect(await button("Place: 8400 Winterthur")).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Sign out" }));

  expect(await button("Place: 3011 Bern")).toBeVisible();
  await waitFor(() => expect(window.localStorage.getItem("locality")).not.toContain("8400"));
});

test("an account without a locality takes the device's", async () => {
  window.localStorage.setItem("locality", JSON.stringify({ device: { postalCode: "8400", city: "Winterthur" } }));
  let postalCode: string | null = null;
  const server = serveLocalities({
    "GET /api/auth/session": () => ({ body: { ...signedIn, user: { ...alice, postalCode } } }),
    "PATCH /api/profile": ({ body }) => {
      postalCode = (body as { postalCode: string }).postalCode;
      return { body: { ...alice, postalCode } };
    },
  });
  show();

  await waitFor(() =>
    expect(server.callsOf("PATCH /api/profile").map(({ body }) => body)).toEqual([{ postalCode: "8400" }]),
  );
  expect(await button("Place: 8400 Winterthur")).toBeVisible();
});

test("a locality that could not be saved with the account says so in the sheet", async () => {
  serveLocalities({
    "GET /api/auth/session": { body: { ...signedIn, user: { ...alice, postalCode: "8001" } } },
    "GET /api/localities?q=8001": { body: [{ postalCode: "8001", city: "Zurich", canton: "ZH" }] },
    "PATCH /api/profile": { status: 503, body: { message: "This is busy right now.", code: "database_busy" } },
  });
  const { user } = show();
  await user.click(await button("Place: 8001 Zurich"));
  await user.type(await screen.findByRole("searchbox", { name: "Postal code or city" }), "w");

  await user.click(await screen.findByRole("button", { name: "8400 Winterthur ZH" }));

  expect(await within(screen.getByRole("dialog")).findByRole("alert")).toHaveTextContent("This is busy right now.");
  expect(screen.getByRole("searchbox")).toHaveValue("w");
});

test("while a locality is being saved it is marked, and no other can be pressed", async () => {
  serveLocalities({
    "GET /api/auth/session": { body: { ...signedIn, user: { ...alice, postalCode: "8001" } } },
    "GET /api/localities?q=w": { body: [WINTERTHUR, { postalCode: "8820", city: "Wädenswil", canton: "ZH" }] },
    "GET /api/addresses": { body: [{ ...HOME, postalCode: "8001" }] },
    "PATCH /api/profile": never,
  });
  const { user } = show();
  await user.click(await button("Place: 8001 Zurich"));
  await user.type(await screen.findByRole("searchbox", { name: "Postal code or city" }), "w");

  await user.click(await button("8400 Winterthur ZH"));

  expect(await screen.findByRole("button", { name: "8400 Winterthur ZH", pressed: true })).toBeVisible();
  for (const name of [/Wädenswil/, /^Home/])
    expect(screen.getByRole("button", { name, pressed: false })).toBeDisabled();
});

test("a search that names a locality offers the providers there", async () => {
  serveLocalities();
  const { user } = show();
  await screen.findByRole("heading", { name: "Bruno K." });

  await user.type(screen.getByRole("textbox", { name: "Search service providers" }), "8400");
  await user.click(await button("Show neighbors around 8400 Winterthur"));

  expect(await screen.findByRole("heading", { name: "Dora S." })).toBeVisible();
  expect(screen.getByRole("textbox", { name: "Search service providers" })).toHaveValue("");
  expect(screen.getByRole("heading", { name: "Available in Your Area" })).toHaveFocus();
  expect(await button("Place: 8400 Winterthur")).toBeVisible();
});
