import "fake-indexeddb/auto";

import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { beforeEach, expect, test, vi } from "vitest";

import { db } from "@/offline/db";
import { messageTo } from "@/offline/operations";
import { actionsOf } from "@/offline/queue";
import { setOnline } from "@/test/connection";
import { renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn, type TestServer } from "@/test/server";

import { useSession } from "@/api/session/session";
import { useAct } from "./use-act";
import { useSend } from "./use-send";

const { id: orderId } = makeOrder();
const MESSAGES = `POST /api/orders/${orderId}/messages`;

function Message(): ReactElement {
  const send = useSend();
  const { user } = useSession();
  const { failure, act } = useAct();
  return (
    <>
      {user !== null && (
        <button onClick={() => void act(() => send(messageTo(orderId, { body: "I am at the door." }), []))}>
          Send
        </button>
      )}
      <p role="alert">{failure?.text}</p>
    </>
  );
}

const lost = (): never => {
  throw new TypeError("The connection was cut.");
};
const keysOf = (server: TestServer): (string | null)[] =>
  server.callsOf(MESSAGES).map(({ headers }) => headers.get("Idempotency-Key"));

/** Presses Send without a response and without a store, and expects the error. */
async function failToSend(server: TestServer): Promise<{ user: UserEvent; key: string | null }> {
  server.setHandlers({ [MESSAGES]: lost });
  vi.spyOn(db.offline_actions, "put").mockRejectedValue(new DOMException("", "QuotaExceededError"));
  const { user } = renderScreen(<Message />);
  await user.click(await screen.findByRole("button", { name: "Send" }));
  await vi.waitFor(() => expect(screen.getByRole("alert")).not.toBeEmptyDOMElement());
  return { user, key: keysOf(server)[0] ?? null };
}

beforeEach(() => db.offline_actions.clear());

test("what is pressed again, after its response was lost and the device could not store it, goes out under the same key", async () => {
  const server = serve({ "GET /api/auth/session": { body: signedIn } });
  const { user, key } = await failToSend(server);

  server.setHandlers({ [MESSAGES]: { status: 201, body: {} } });
  await user.click(screen.getByRole("button", { name: "Send" }));

  await vi.waitFor(() => expect(keysOf(server)).toEqual([key, key]));
  expect(await actionsOf(alice.id)).toEqual([]);
});

test("what is pressed again without a connection waits under the key that it went out with", async () => {
  const server = serve({ "GET /api/auth/session": { body: signedIn } });
  const { user, key } = await failToSend(server);

  vi.restoreAllMocks();
  setOnline(false);
  await user.click(screen.getByRole("button", { name: "Send" }));

  await vi.waitFor(async () => expect((await actionsOf(alice.id)).map(({ id }) => id)).toEqual([key]));
});
