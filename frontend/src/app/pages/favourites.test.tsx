import { screen, waitFor, within } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { beforeAll, expect, test } from "vitest";

import { useSession } from "@/api/session/session";
import type { ListedProvider } from "@/api/types";
import { SyncDeviceWithAccount } from "@/app/sync-device-with-account";
import { LazyFilteredList } from "@/features/provider-list/lazy-filtered-list";
import { ProviderPage } from "@/features/provider-profile/provider-page";
import { axeViolations, renderScreen } from "@/test/render";
import { alice, makeDetails, makeListed, serve, signedIn, visitor, type TestServer } from "@/test/server";

import { BookingPage } from "./booking-page";
import { HomePage } from "./home-page";

// Preload the chunk: it is slow on a busy machine.
beforeAll(async () => {
  await LazyFilteredList.preload();
});

const bruno = makeListed();
const dora = makeListed({
  id: "44444444-4444-4444-8444-444444444444",
  user: { firstName: "Dora", lastName: "S", profileImageUrl: null },
});
const PUT_DORA = `PUT /api/favourites/${dora.id}`;
const DELETE_DORA = `DELETE /api/favourites/${dora.id}`;

/** A fake server that stores alice's favourites. */
function serveAccount(favourites: string[] = [], providers: ListedProvider[] = [bruno, dora]): TestServer {
  const ids = new Set(favourites);
  const writes = providers.flatMap(({ id }) => [
    [`PUT /api/favourites/${id}`, () => ({ status: 204, body: void ids.add(id) })] as const,
    [`DELETE /api/favourites/${id}`, () => ({ status: 204, body: void ids.delete(id) })] as const,
  ]);
  return serve({
    "GET /api/auth/session": { body: { ...signedIn, user: { ...alice, postalCode: "8001" } } },
    "GET /api/localities?q=8001": { body: [{ postalCode: "8001", city: "Zurich", canton: "ZH" }] },
    "GET /api/providers/8001": { body: providers },
    "GET /api/favourites": () => ({ body: [...ids].map((providerId) => ({ providerId })) }),
    ...Object.fromEntries(writes),
  });
}

function serveVisitor(): TestServer {
  return serve({ "GET /api/providers/8001": { body: [bruno, dora] } });
}

function storeOnDevice(...ids: string[]): void {
  window.localStorage.setItem("favourites", JSON.stringify({ ids, areAwaited: false }));
}

function shownNames(): string[] {
  return screen.queryAllByRole("article").map((card) => within(card).getByRole("heading").textContent);
}

const heart = (name: string): Promise<HTMLElement> => screen.findByRole("button", { name: `Favorite: ${name}` });

test("a visitor's favorites stay on the device and stand first the next time", async () => {
  const server = serveVisitor();
  const { user, container, unmount } = renderScreen(<HomePage />);

  await user.click(await heart("Dora S."));

  expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "true");
  expect(await heart("Bruno K.")).toHaveAttribute("aria-pressed", "false");
  expect(shownNames()).toEqual(["Bruno K.", "Dora S."]);
  expect(await axeViolations(container)).toEqual([]);

  unmount();
  renderScreen(<HomePage />);

  expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "true");
  expect(shownNames()).toEqual(["Dora S.", "Bruno K."]);
  expect(server.calls.filter(({ path }) => path.startsWith("/api/favourites"))).toEqual([]);
});

test("the whole list shows the favorites apart, in the order that is chosen", async () => {
  storeOnDevice(dora.id);
  serveVisitor();
  const { container } = renderScreen(<HomePage />, { at: "/?show=all" });

  const favourites = await screen.findByRole("region", { name: "Your favorites" });

  expect(within(favourites).getByRole("article")).toHaveTextContent("Dora S.");
  expect(within(screen.getByRole("region", { name: "More neighbors" })).getByRole("article")).toHaveTextContent(
    "Bruno K.",
  );
  expect(await axeViolations(container)).toEqual([]);
});

test("a booking without a provider offers the favorites first", async () => {
  serveAccount([dora.id]);
  renderScreen(<BookingPage />, { at: "/booking" });

  const favourites = await screen.findByRole("region", { name: "Your favorites" });

  expect(within(favourites).getByRole("article")).toHaveTextContent("Dora S.");
});

test("what is saved on the device is taken for what it is only", async () => {
  window.localStorage.setItem("favourites", JSON.stringify({ ids: ["<b>", 7, dora.id], areAwaited: "yes" }));
  serveVisitor();
  renderScreen(<HomePage />);

  expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "true");
});

test("another tab's change is shown at once", async () => {
  serveVisitor();
  renderScreen(<HomePage />);
  await heart("Dora S.");

  storeOnDevice(dora.id);
  window.dispatchEvent(new StorageEvent("storage", { key: "favourites" }));

  await waitFor(async () => expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "true"));
});

test("an account's change on another tab is asked for", async () => {
  const server = serveAccount();
  renderScreen(<HomePage />);
  await heart("Dora S.");
  await waitFor(() => expect(server.callsOf("GET /api/favourites")).toHaveLength(1));
  server.setHandlers({ "GET /api/favourites": { body: [{ providerId: dora.id }] } });

  const channel = new BroadcastChannel("favourites");
  channel.postMessage(null);

  await waitFor(async () => expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "true"));
  channel.close();
});

test("a press is shown before the account has it, and of several the last one holds", async () => {
  const server = serveAccount();
  let respond: () => void = () => undefined;
  const response = new Promise<void>((resolve) => {
    respond = resolve;
  });
  server.setHandlers({ [PUT_DORA]: () => response.then(() => ({ status: 204 })) });
  const { user } = renderScreen(<HomePage />);
  await waitFor(() => expect(server.callsOf("GET /api/favourites")).toHaveLength(1));

  await user.click(await heart("Dora S."));

  expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "true");
  expect(window.localStorage.getItem("favourites") ?? "").not.toContain(dora.id);
  await waitFor(() => expect(server.callsOf(PUT_DORA)).toHaveLength(1));

  await user.click(await heart("Dora S."));

  expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "false");
  expect(server.callsOf(DELETE_DORA)).toHaveLength(0);
  respond();
  await waitFor(() => expect(server.callsOf(DELETE_DORA)).toHaveLength(1));
  await waitFor(() => expect(server.callsOf("GET /api/favourites")).toHaveLength(3));
  expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "false");
});

test("what the account refuses is shown as it was, with the reason, until it is pressed again", async () => {
  const server = serveAccount();
  const sentence = "You can keep up to 200 favorites. Please remove one first.";
  server.setHandlers({ [PUT_DORA]: { status: 409, body: { message: sentence, code: "too_many_favourites" } } });
  const { user, container } = renderScreen(<HomePage />);
  await waitFor(() => expect(server.callsOf("GET /api/favourites")).toHaveLength(1));

  await user.click(await heart("Dora S."));

  expect(await screen.findByRole("alert")).toHaveTextContent(`Favorites not changed${sentence}`);
  expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "false");
  expect(await axeViolations(container)).toEqual([]);

  server.setHandlers({ [PUT_DORA]: { status: 204 }, "GET /api/favourites": { body: [{ providerId: dora.id }] } });
  await user.click(await heart("Dora S."));

  await waitFor(() => expect(screen.queryByRole("alert")).not.toBeInTheDocument());
  await waitFor(async () => expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "true"));
});

test("a provider's own page has the heart, too, with its word", async () => {
  serve({ [`GET /api/providers/details/${bruno.id}?from=8001`]: { body: makeDetails() } });
  const { user } = renderScreen(
    <Routes>
      <Route path="/providers/:providerId" element={<ProviderPage />} />
    </Routes>,
    { at: `/providers/${bruno.id}` },
  );

  const button = await heart("Bruno K.");
  await user.click(button);

  expect(button).toHaveTextContent("Favorite");
  expect(button).toHaveAttribute("aria-pressed", "true");
});

test("signing in moves the device's favorites into the account, once", async () => {
  storeOnDevice(dora.id);
  const server = serveAccount([bruno.id]);
  const page = (
    <>
      <SyncDeviceWithAccount />
      <HomePage />
    </>
  );
  const { unmount } = renderScreen(page);

  await waitFor(() => expect(server.callsOf(PUT_DORA)).toHaveLength(1));
  await waitFor(() =>
    expect(window.localStorage.getItem("favourites")).toBe(JSON.stringify({ ids: [], areAwaited: true })),
  );
  expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "true");
  expect(await heart("Bruno K.")).toHaveAttribute("aria-pressed", "true");

  unmount();
  renderScreen(page);
  await waitFor(() => expect(screen.getAllByRole("button", { pressed: true })).toHaveLength(2));

  expect(server.callsOf(PUT_DORA)).toHaveLength(1);
});

test("what the account cannot take stays on the device; who is gone does not", async () => {
  storeOnDevice(bruno.id, dora.id);
  const server = serveAccount();
  server.setHandlers({
    [`PUT /api/favourites/${bruno.id}`]: {
      status: 404,
      body: { message: "There is no such provider.", code: "not_found" },
    },
    [PUT_DORA]: { status: 409, body: { message: "You can keep up to 200 favorites.", code: "too_many_favourites" } },
  });
  renderScreen(<SyncDeviceWithAccount />);

  expect(await screen.findByRole("alert")).toHaveTextContent("You can keep up to 200 favorites.");
  expect(JSON.parse(window.localStorage.getItem("favourites") ?? "")).toEqual({ ids: [dora.id], areAwaited: false });
});

test.each([
  [401, "not_authenticated"],
  [403, "account_mismatch"],
])("nobody is told of a favorite of a session that is over (%i %s)", async (status, code) => {
  storeOnDevice(bruno.id);
  const server = serveAccount();
  const refused = { status, body: { message: "Not any more.", code } };
  server.setHandlers({ [`PUT /api/favourites/${bruno.id}`]: refused, [PUT_DORA]: refused });
  const { user } = renderScreen(
    <>
      <SyncDeviceWithAccount />
      <HomePage />
    </>,
  );
  await waitFor(() => expect(server.callsOf(`PUT /api/favourites/${bruno.id}`)).toHaveLength(1));

  await user.click(await heart("Dora S."));
  await waitFor(() => expect(server.callsOf(PUT_DORA)).toHaveLength(1));

  await waitFor(async () => expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "false"));
  expect(screen.queryByText("Not any more.")).not.toBeInTheDocument();
});

function SignOut(): React.ReactElement {
  const { signOut } = useSession();
  return (
    <button type="button" onClick={() => void signOut()}>
      Leave
    </button>
  );
}

test("nothing of an account's favorites is there once it has signed out", async () => {
  const server = serveAccount([dora.id]);
  server.setHandlers({ "POST /api/auth/logout": { body: { success: true } } });
  const { user } = renderScreen(
    <>
      <SyncDeviceWithAccount />
      <HomePage />
      <SignOut />
    </>,
  );
  await waitFor(async () => expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "true"));

  server.setHandlers({ "GET /api/auth/session": { body: visitor } });
  await user.click(screen.getByRole("button", { name: "Leave" }));

  await waitFor(async () => expect(await heart("Dora S.")).toHaveAttribute("aria-pressed", "false"));
  expect(shownNames()).toEqual(["Bruno K.", "Dora S."]);
  expect(window.localStorage.getItem("favourites")).toBe(JSON.stringify({ ids: [], areAwaited: false }));
});

test("where the account is known to have favorites the cards wait for them, and do not jump", async () => {
  window.localStorage.setItem("favourites", JSON.stringify({ ids: [], areAwaited: true }));
  const server = serveAccount([dora.id]);
  let respond: () => void = () => undefined;
  const response = new Promise<void>((resolve) => {
    respond = resolve;
  });
  server.setHandlers({ "GET /api/favourites": () => response.then(() => ({ body: [{ providerId: dora.id }] })) });
  renderScreen(<HomePage />);
  await waitFor(() => expect(server.callsOf("GET /api/favourites")).toHaveLength(1));

  expect(screen.queryAllByRole("article")).toEqual([]);
  respond();

  await waitFor(() => expect(shownNames()).toEqual(["Dora S.", "Bruno K."]));
});
