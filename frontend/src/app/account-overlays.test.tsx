import { screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { expect, test, vi } from "vitest";

import { useAddresses } from "@/api/addresses/use-addresses";
import { useUndoable } from "@/api/http/use-undoable";
import { watchNavigation } from "@/test/navigation";
import { renderScreen } from "@/test/render";
import { alice, serve, signedIn, visitor } from "@/test/server";

import { AccountOverlays } from "./account-overlays";

const BACK = "/admin/accounts/user/1/change/";
const visited = { ...signedIn, user: { ...alice, impersonation: { endsAt: "2999-11-23T13:32:00Z", backTo: BACK } } };

test("an operator who is signed in as a customer reads whose account it is and until when", async () => {
  serve({ "GET /api/auth/session": { body: visited } });
  renderScreen(<AccountOverlays />);

  expect(await screen.findByText("You are signed in as Alice Meier.")).toBeVisible();
  expect(screen.getByText("Ends 14:32.")).toBeVisible();
});

test("End signs out as the customer and leads back to where the operator came from", async () => {
  const assign = vi.fn();
  vi.stubGlobal("location", { assign, pathname: "/", href: window.location.href, origin: window.location.origin });
  const server = serve({
    "GET /api/auth/session": { body: visited },
    "POST /api/auth/logout": { body: { success: true } },
  });
  const { user } = renderScreen(<AccountOverlays />);

  await user.click(await screen.findByRole("button", { name: "End" }));

  await waitFor(() => expect(assign).toHaveBeenCalledWith(BACK));
  expect(server.callsOf("POST /api/auth/logout")).toHaveLength(1);
  vi.unstubAllGlobals();
});

function RemoveAddress(): ReactElement {
  const { remove } = useAddresses();
  const { hold } = useUndoable();
  return <button onClick={() => hold({ name: "address", title: "Removed", ...remove("a1") })}>Remove</button>;
}

test("End sends what the operator could still take back first", async () => {
  const assign = watchNavigation();
  const server = serve({
    "GET /api/auth/session": { body: visited },
    "GET /api/addresses": { body: [] },
    "DELETE /api/addresses/a1": { status: 204 },
    "POST /api/auth/logout": { body: { success: true } },
  });
  const { user } = renderScreen(
    <>
      <AccountOverlays />
      <RemoveAddress />
    </>,
  );
  await user.click(await screen.findByRole("button", { name: "Remove" }));

  await user.click(await screen.findByRole("button", { name: "End" }));

  await waitFor(() => expect(assign).toHaveBeenCalledWith(BACK));
  expect(server.calls.filter(({ method }) => method !== "GET").map(({ method }) => method)).toEqual(["DELETE", "POST"]);
});

test("where it cannot be ended now the bar says so, for as long as it takes", async () => {
  const server = serve({
    "GET /api/auth/session": { body: visited },
    "POST /api/auth/logout": { status: 503, body: { message: "This is busy right now.", code: "database_busy" } },
  });
  const { user } = renderScreen(<AccountOverlays />);

  await user.click(await screen.findByRole("button", { name: "End" }));

  expect(await screen.findByRole("alert")).toHaveTextContent("This is busy right now.");
  expect(screen.getByText("You are signed in as Alice Meier.")).toBeVisible();
  expect(server.callsOf("POST /api/auth/logout")).toHaveLength(1);
});

test("when it is over the server is asked, and says who is signed in now", async () => {
  const over = {
    ...visited,
    user: { ...visited.user, impersonation: { endsAt: "2020-01-01T00:00:00Z", backTo: BACK } },
  };
  const asked: (() => void)[] = [];
  let isFirst = true;
  serve({
    "GET /api/auth/session": async () => {
      if (!isFirst) await new Promise<void>((done) => asked.push(done));
      const body = isFirst ? over : visitor;
      isFirst = false;
      return { body };
    },
  });
  const { container } = renderScreen(<AccountOverlays />);

  expect(await screen.findByText("You are signed in as Alice Meier.")).toBeVisible();
  await waitFor(() => expect(asked).not.toHaveLength(0));
  for (const respond of asked) respond();
  await waitFor(() => expect(container).not.toHaveTextContent("You are signed in as"));
});

test("nobody else sees such a bar", async () => {
  serve({ "GET /api/auth/session": { body: signedIn } });
  renderScreen(<AccountOverlays />);

  await waitFor(() => expect(screen.queryByRole("button", { name: "End" })).not.toBeInTheDocument());
});
