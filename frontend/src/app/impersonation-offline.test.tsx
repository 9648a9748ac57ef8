import "fake-indexeddb/auto";

import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { beforeEach, expect, test } from "vitest";

import { useAddresses } from "@/api/addresses/use-addresses";
import { useUndoable } from "@/api/http/use-undoable";
import { db } from "@/offline/db";
import { setOnline } from "@/test/connection";
import { watchNavigation } from "@/test/navigation";
import { renderScreen } from "@/test/render";
import { alice, serve, signedIn } from "@/test/server";

import { AccountOverlays } from "./account-overlays";

const BACK = "/admin/accounts/user/1/change/";
const ADDRESS = "55555555-5555-4555-8555-555555555555";
const visited = { ...signedIn, user: { ...alice, impersonation: { endsAt: "2999-11-23T13:32:00Z", backTo: BACK } } };

function RemoveAddress(): ReactElement {
  const { remove } = useAddresses();
  const { hold } = useUndoable();
  return <button onClick={() => hold({ name: "address", title: "Removed", ...remove(ADDRESS) })}>Remove</button>;
}

beforeEach(async () => {
  await Promise.all(db.tables.map((table) => table.clear()));
});

/** Removes an address, loses the connection, and presses "End". */
async function endWithoutConnection(): Promise<{ user: ReturnType<typeof renderScreen>["user"]; assign: unknown }> {
  const assign = watchNavigation();
  const lost = (): never => {
    throw new TypeError("Failed to fetch");
  };
  serve({
    "GET /api/auth/session": { body: visited },
    "GET /api/addresses": { body: [] },
    [`DELETE /api/addresses/${ADDRESS}`]: lost,
    "POST /api/auth/logout": lost,
  });
  const { user } = renderScreen(
    <>
      <AccountOverlays />
      <RemoveAddress />
    </>,
  );
  const end = await screen.findByRole("button", { name: "End" });
  await user.click(await screen.findByRole("button", { name: "Remove" }));
  expect(await screen.findByText("Removed")).toBeVisible();
  setOnline(false);
  await user.click(end);
  expect(await screen.findByRole("alert")).toHaveTextContent("Not everything is sent yet.");
  return { user, assign };
}

test("what is not sent yet is said before End removes it", async () => {
  const { user, assign } = await endWithoutConnection();
  expect(assign).not.toHaveBeenCalled();
  expect(await db.offline_actions.count()).toBe(1);

  await user.click(screen.getByRole("button", { name: "End" }));

  await waitFor(() => expect(assign).toHaveBeenCalledWith(BACK));
  expect(await db.offline_actions.count()).toBe(0);
});

test("with a connection it is counted anew", async () => {
  await endWithoutConnection();

  fireEvent(window, new Event("online"));

  expect(screen.queryByText(/Not everything is sent yet/)).not.toBeInTheDocument();
  expect(screen.getByText("Ends 14:32.")).toBeVisible();
});
