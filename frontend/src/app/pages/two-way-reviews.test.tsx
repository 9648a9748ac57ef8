import { act, screen, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import type { ReactElement } from "react";
import { Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";

import type { Order, OwnReview } from "@/api/types";
import { switchLanguage } from "@/i18n/i18n";
import type { Action } from "@/offline/db";
import { setPendingActions } from "@/offline/pending-actions";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { alice, makeOrder, never, serve, signedIn } from "@/test/server";
import { customer, session } from "@/test/workspace";

import { TrackingPage } from "./tracking-page";
import { WorkspacePage } from "./workspace-page";

beforeEach(() => {
  // Saturday, 09:30 in Zurich.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-28T08:30:00Z") });
});
afterEach(() => vi.useRealTimers());

const REFUSED = {
  status: 409,
  body: { code: "review_not_editable", message: "This rating can no longer be changed." },
};
const waiting = {
  shownBy: "2026-12-05T08:00:00Z",
  editableUntil: "2026-11-28T09:00:00Z",
  customerRating: null,
  canRateCustomer: false,
};
const written: OwnReview = {
  id: "r1",
  rating: 4,
  comment: "Spotless.",
  authorName: "Alice M.",
  createdAt: "2026-11-28T08:00:00Z",
  answer: null,
  answeredAt: null,
  publishedAt: null,
  shownBy: waiting.shownBy,
  editableUntil: waiting.editableUntil,
};
const rated = makeOrder({ status: "completed", rating: 4, reviewState: waiting });
const page: ReactElement = (
  <Routes>
    <Route path="/tracking/:orderId?" element={<TrackingPage />} />
  </Routes>
);

const dialog = (): HTMLElement => screen.getByRole("dialog");

async function change(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "Change rating" }));
  await user.click(await screen.findByRole("radio", { name: /^5 of 5/ }));
  await enter(user, within(dialog()).getByRole("textbox", { name: "Comment (optional)" }), " Better.");
  await user.click(within(dialog()).getByRole("button", { name: "Save rating" }));
}

function showReview(review: OwnReview, handlers: Parameters<typeof serve>[0] = {}): ReturnType<typeof serve> {
  return serve({
    "GET /api/auth/session": { body: signedIn },
    [`GET /api/orders/${rated.id}`]: { body: rated },
    [`GET /api/orders/${rated.id}/review`]: { body: review },
    ...handlers,
  });
}

test("a customer sees their own review, when others see it, and changes it within the hour", async () => {
  const server = showReview(written, { [`PUT /api/orders/${rated.id}/review`]: { body: written } });
  const { user, container } = renderScreen(page, { at: `/tracking/${rated.id}` });

  expect(await screen.findByText("Spotless.")).toBeVisible();
  expect(screen.getByText("Shown once both sides have rated, at the latest on Sat 5 Dec.")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  await change(user);

  expect(await screen.findByText("Rating changed")).toBeVisible();
  const [sent] = server.callsOf(`PUT /api/orders/${rated.id}/review`);
  expect(sent?.body).toEqual({ rating: 5, comment: "Spotless. Better." });
});

test("while a review is sent its stars stay as they are", async () => {
  showReview(written, { [`PUT /api/orders/${rated.id}/review`]: never });
  const { user } = renderScreen(page, { at: `/tracking/${rated.id}` });

  await change(user);

  for (const star of within(dialog()).getAllByRole("radio")) expect(star).toBeDisabled();
});

test("what was changed of a review is still there after a look elsewhere", async () => {
  showReview(written, { [`PUT /api/orders/${rated.id}/review`]: REFUSED });
  const first = renderScreen(page, { at: `/tracking/${rated.id}` });
  await change(first.user);
  await within(dialog()).findByText("This rating can no longer be changed.");
  first.unmount();

  const { user } = renderScreen(page, { at: `/tracking/${rated.id}` });
  await user.click(await screen.findByRole("button", { name: "Change rating" }));

  expect(await within(dialog()).findByRole("textbox")).toHaveValue("Spotless. Better.");
  expect(within(dialog()).getByRole("radio", { name: /^5 of 5/ })).toBeChecked();
});

test.each([
  ["2026-11-29T08:00:00Z", "So., 29. Nov."],
  ["2026-12-07T08:00:00Z", "Mo., 7. Dez."],
])(
  "in German too it is a date until which a review waits, and the sentence has one point: %s",
  async (shownBy, day) => {
    await switchLanguage("de");
    onTestFinished(() => switchLanguage("en"));
    showReview({ ...written, shownBy });
    renderScreen(page, { at: `/tracking/${rated.id}` });

    expect(await screen.findByText(`Sichtbar, sobald beide Seiten bewertet haben, spätestens am ${day}`)).toBeVisible();
  },
);

test("a change that is refused is said in its dialog, with what was typed", async () => {
  showReview(written, { [`PUT /api/orders/${rated.id}/review`]: REFUSED });
  const { user } = renderScreen(page, { at: `/tracking/${rated.id}` });
  await change(user);

  expect(await within(dialog()).findByText("This rating can no longer be changed.")).toBeVisible();
  expect(within(dialog()).getByRole("textbox")).toHaveValue("Spotless. Better.");
});

test("a review that is shown, and older than an hour, only stands there", async () => {
  showReview({ ...written, publishedAt: "2026-11-28T08:10:00Z", shownBy: null, editableUntil: null });
  renderScreen(page, { at: `/tracking/${rated.id}` });

  expect(await screen.findByText("Spotless.")).toBeVisible();
  expect(screen.queryByText(/^Shown once/)).toBeNull();
  expect(screen.queryByRole("button", { name: "Change rating" })).toBeNull();
});

const queued: Action = {
  ...{ id: "a1", type: "rate", url: `/api/orders/${rated.id}/rating`, method: "POST", timestamp: 0, retryCount: 0 },
  ...{ data: { orderId: rated.id, rating: 4, comment: "" }, account: alice.id, entityId: rated.id, position: 1 },
  ...{ baseVersion: null, dueAt: 0, failures: [], error: null },
};

test("a rating that was refused, as there is one from another device, leaves that one as it is", async () => {
  showReview(written);
  const error = { kind: "refused", status: 409, text: "You have rated this order.", current: null } as const;
  act(() => setPendingActions([{ ...queued, error }]));
  renderScreen(page, { at: `/tracking/${rated.id}` });

  expect(await screen.findByText("Spotless.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Change rating" })).toBeVisible();
  act(() => setPendingActions([]));
});

test("a review that still waits is shown, and not asked for before it is sent", async () => {
  const unrated = makeOrder({ status: "completed", reviewable: true, reviewState: waiting });
  const server = showReview(written, { [`GET /api/orders/${rated.id}`]: { body: unrated } });
  const asked = (): number => server.callsOf(`GET /api/orders/${rated.id}/review`).length;
  act(() => setPendingActions([queued]));
  renderScreen(page, { at: `/tracking/${rated.id}` });

  expect(await screen.findByRole("img", { name: "4 of 5 stars" })).toBeVisible();
  expect(screen.queryByText("Spotless.")).not.toBeInTheDocument();
  expect(asked()).toBe(0);
  act(() => setPendingActions([]));
});

const JOBS = "/provider?tab=done";
const done: Order = makeOrder({
  status: "completed",
  customer,
  customerRatings: { average: 4.3, count: 3 },
  reviewState: { shownBy: null, editableUntil: null, customerRating: null, canRateCustomer: true },
});
const RATE = `PUT /api/orders/${done.id}/customer-rating`;

async function rate(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "Rate Alice" }));
  await user.click(await screen.findByRole("radio", { name: /^5 of 5/ }));
  await user.click(within(dialog()).getByRole("button", { name: "Submit Rating" }));
}

test("a provider sees a customer's average, and rates them once the job is done", async () => {
  const server = serve({ ...session, "GET /api/provider/orders": { body: [done] }, [RATE]: { body: done } });
  const { user, container } = renderScreen(<WorkspacePage />, { at: JOBS });

  expect(await screen.findByText("3 ratings by providers")).toBeVisible();
  expect(screen.getByText("4.3")).toBeVisible();
  expect(await axeViolations(container)).toEqual([]);
  server.setHandlers({
    "GET /api/provider/orders": {
      body: [{ ...done, reviewState: { ...waiting, customerRating: 5 } }],
    },
  });
  await rate(user);

  expect(await screen.findByText("You rated Alice:")).toBeVisible();
  expect(screen.getByText(/^You see what Alice wrote once both sides have rated, .* Sat 5 Dec\.$/)).toBeVisible();
  expect(screen.getByRole("button", { name: "Change rating" })).toBeVisible();
  expect(server.callsOf(RATE)[0]?.body).toEqual({ rating: 5 });
});

test("a rating of a customer that is refused is said in its dialog", async () => {
  serve({ ...session, "GET /api/provider/orders": { body: [done] }, [RATE]: REFUSED });
  const { user } = renderScreen(<WorkspacePage />, { at: JOBS });
  await rate(user);

  expect(await within(dialog()).findByText("This rating can no longer be changed.")).toBeVisible();
  expect(within(dialog()).getByRole("radio", { name: /^5 of 5/ })).toBeChecked();
});

const review = {
  id: "44444444-4444-4444-8444-44444444aaaa",
  rating: 4,
  comment: "Spotless.",
  createdAt: "2026-11-28T08:00:00Z",
  answer: null,
};
const reviewed: Order = { ...done, rating: 4, review };
const ANSWER = `POST /api/provider/reviews/${review.id}/answer`;
const JOBS_READ = "GET /api/provider/orders";

async function answer(user: UserEvent, words: string): Promise<void> {
  await user.click(await screen.findByRole("button", { name: "Answer this review" }));
  await enter(user, await within(dialog()).findByRole("textbox", { name: /^Your answer/ }), words);
  await user.click(within(dialog()).getByRole("button", { name: "Publish answer" }));
}

test("a provider reads the review of a job, and answers it once", async () => {
  const server = serve({
    ...session,
    [JOBS_READ]: { body: [reviewed] },
    [ANSWER]: { body: { ...written, answer: "Thank you." } },
  });
  const { user, container } = renderScreen(<WorkspacePage />, { at: JOBS });

  expect(await screen.findByText("Alice rated you:")).toBeVisible();
  expect(screen.getByRole("img", { name: "4 of 5 stars" })).toBeVisible();
  expect(screen.getByText("Spotless.")).toBeVisible();
  server.setHandlers({ [JOBS_READ]: { body: [{ ...reviewed, review: { ...review, answer: "Thank you." } }] } });
  await answer(user, "Thank you.");

  expect(await screen.findByText("Answer published")).toBeVisible();
  expect(screen.getByText("Thank you.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Answer this review" })).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
  expect(server.callsOf(ANSWER).map(({ body }) => body)).toEqual([
    { answer: "Thank you.", seen: { rating: 4, comment: "Spotless." } },
  ]);
});

test("an answer needs words, and is there again after its dialog was left with the page", async () => {
  const server = serve({ ...session, [JOBS_READ]: { body: [reviewed] } });
  const first = renderScreen(<WorkspacePage />, { at: JOBS });
  await answer(first.user, " ");
  expect(await within(dialog()).findByText("Please write your answer first.")).toBeVisible();
  expect(within(dialog()).getByText(/^Everybody can read it/)).toBeVisible();
  expect(server.callsOf(ANSWER)).toHaveLength(0);
  await enter(first.user, within(dialog()).getByRole("textbox"), "Thank");
  first.unmount();

  const { user } = renderScreen(<WorkspacePage />, { at: JOBS });
  await user.click(await screen.findByRole("button", { name: "Answer this review" }));

  expect(await within(dialog()).findByRole("textbox")).toHaveValue(" Thank");
});

test("a review that was changed meanwhile is shown anew before it is answered", async () => {
  const changed = { ...review, rating: 1, comment: "A stain." };
  const server = serve({
    ...session,
    [JOBS_READ]: { body: [reviewed] },
    [ANSWER]: {
      status: 409,
      body: {
        code: "review_changed",
        message: "The review has been changed in the meantime. Please read it again before you answer.",
      },
    },
  });
  const { user } = renderScreen(<WorkspacePage />, { at: JOBS });
  await screen.findByText("Spotless.");
  server.setHandlers({ [JOBS_READ]: { body: [{ ...reviewed, rating: 1, review: changed }] } });
  await answer(user, "Thank you.");

  expect(await within(dialog()).findByText(/^The review has been changed in the meantime/)).toBeVisible();
  expect(within(dialog()).getByText("A stain.")).toBeVisible();
  expect(within(dialog()).getByRole("textbox")).toHaveValue("Thank you.");
  server.setHandlers({ [ANSWER]: { body: { ...written, answer: "Sorry." } } });
  await user.click(within(dialog()).getByRole("button", { name: "Publish answer" }));

  expect(await screen.findByText("Answer published")).toBeVisible();
  expect(server.callsOf(ANSWER).at(-1)?.body).toEqual({
    answer: "Thank you.",
    seen: { rating: 1, comment: "A stain." },
  });
});
