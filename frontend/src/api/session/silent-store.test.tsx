import "fake-indexeddb/auto";

import { screen, waitFor } from "@testing-library/react";
import type { ReactElement } from "react";
import { Dexie } from "dexie";
import { beforeEach, expect, test, vi } from "vitest";

import { useAct } from "@/api/http/use-act";
import { useSend } from "@/api/http/use-send";
import { db } from "@/offline/db";
import { messageTo } from "@/offline/operations";
import { renderScreen } from "@/test/render";
import { makeOrder, serve, signedIn } from "@/test/server";

import { useSession } from "./session";

const SIGN_OUT = "POST /api/auth/logout";
const { id: orderId } = makeOrder();
const MESSAGES = `POST /api/orders/${orderId}/messages`;

function Screen(): ReactElement {
  const { user, signOut } = useSession();
  const send = useSend();
  const { failure, act } = useAct();
  return (
    <>
      <p>{user?.firstName ?? "Nobody"}</p>
      <button onClick={() => void signOut()}>Sign out</button>
      <button onClick={() => void act(() => send(messageTo(orderId, { body: "Hello" }), []))}>Send</button>
      <p role="alert">{failure?.text}</p>
    </>
  );
}

// A store that neither answers nor fails, as some browsers' after a crash.
beforeEach(() => {
  vi.spyOn(Dexie.prototype, "transaction").mockReturnValue(new Dexie.Promise<never>(() => undefined));
  for (const table of db.tables)
    for (const name of ["get", "put", "toArray"] as const)
      vi.spyOn(table, name).mockReturnValue(new Dexie.Promise<never>(() => undefined));
});

test("a store that never answers keeps nobody signed in: the server is told first", async () => {
  const server = serve({ "GET /api/auth/session": { body: signedIn }, [SIGN_OUT]: { status: 204 } });
  const { user } = renderScreen(<Screen />);
  await screen.findByText("Alice");

  await user.click(screen.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(server.callsOf(SIGN_OUT)).toHaveLength(1));

  expect(await screen.findByText("Nobody")).toBeVisible();
});

test("a message is not sent twice where the store never answered whether it has it", async () => {
  const lost = (): never => {
    throw new TypeError("The connection was cut.");
  };
  const server = serve({ "GET /api/auth/session": { body: signedIn }, [MESSAGES]: lost });
  const { user } = renderScreen(<Screen />);
  await screen.findByText("Alice");
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(screen.getByRole("alert")).not.toBeEmptyDOMElement());

  server.setHandlers({ [MESSAGES]: { status: 201, body: {} } });
  await user.click(screen.getByRole("button", { name: "Send" }));
  await waitFor(() => expect(server.callsOf(MESSAGES)).toHaveLength(2));

  expect(new Set(server.callsOf(MESSAGES).map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(1);
});
