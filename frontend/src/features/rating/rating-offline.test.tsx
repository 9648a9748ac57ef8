import "fake-indexeddb/auto";

import { screen } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { db } from "@/offline/db";
import { actionsOf } from "@/offline/queue";
import { setOnline } from "@/test/connection";
import { enter, renderScreen } from "@/test/render";
import { alice, makeOrder, serve, signedIn } from "@/test/server";

import { RatingForm } from "./rating-form";

const SESSION = { "GET /api/auth/session": { body: signedIn } };
const { id: orderId } = makeOrder();

function connection(isThere: boolean): void {
  setOnline(isThere);
  window.dispatchEvent(new Event(isThere ? "online" : "offline"));
}

/** Rates while offline, with a stored session. */
async function rate(user: UserEvent, press: string): Promise<void> {
  await user.click(await screen.findByRole("radio", { name: /^4 of 5/ }));
  await enter(user, screen.getByRole("textbox", { name: "Comment (optional)" }), "Spotless.");
  await user.click(screen.getByRole("button", { name: press }));
}

beforeEach(() => db.offline_actions.clear());
afterEach(() => vi.restoreAllMocks());

describe("a rating", () => {
  test("without a connection is queued, and says so", async () => {
    const server = serve(SESSION);
    const { user } = renderScreen(<RatingForm orderId={orderId} />, { at: "/history" });
    await screen.findByRole("button", { name: "Submit Rating" });
    connection(false);
    expect(await screen.findByText("Offline Mode")).toBeVisible();
    await rate(user, "Queue Rating");

    expect(await screen.findByText("Rating Queued")).toBeVisible();
    expect(screen.getByText("Your rating will be submitted when you're back online.")).toBeVisible();
    const [queued, ...more] = await actionsOf(alice.id);
    expect([queued?.type, queued?.data, more]).toEqual(["rate", { orderId, rating: 4, comment: "Spotless." }, []]);
    expect(server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  test("whose response is lost goes on in the queue under the key that it went out with", async () => {
    const server = serve({
      ...SESSION,
      "POST /api/reviews": () => Promise.reject(new TypeError("The connection was cut.")),
    });
    const { user } = renderScreen(<RatingForm orderId={orderId} />, { at: "/history" });
    await rate(user, "Submit Rating");

    expect(await screen.findByText("Rating Queued")).toBeVisible();
    expect(screen.getByText("Your rating is being processed...")).toBeVisible();
    const keys = server.callsOf("POST /api/reviews").map(({ headers }) => headers.get("Idempotency-Key"));
    expect((await actionsOf(alice.id)).map(({ id }) => id)).toEqual(keys);
  });

  test("that the device cannot store says so where it was pressed, and stays in its form", async () => {
    serve(SESSION);
    const { user } = renderScreen(<RatingForm orderId={orderId} />, { at: "/history" });
    await screen.findByRole("button", { name: "Submit Rating" });
    connection(false);
    vi.spyOn(db.offline_actions, "put").mockRejectedValue(new DOMException("", "QuotaExceededError"));
    await rate(user, "Queue Rating");

    const said = await screen.findAllByText("Failed to queue rating. Please try again.");
    expect(said.at(-1)).toBeVisible();
    expect(screen.getByRole("textbox", { name: "Comment (optional)" })).toHaveValue("Spotless.");
  });
});
