import { expect, test } from "vitest";

import type { Order } from "@/api/types";
import { makeOrder } from "@/test/server";

import { inSections, inStops, isLate, nextToDo } from "./job-day";

// Friday, 23:30 in Zurich.
const NOW = Date.parse("2026-11-20T22:30:00Z");

function job(id: string, fields: Partial<Order>): Order {
  return makeOrder({ id, allowedTransitions: ["pickup"], ...fields });
}

const answer = job("answer", {
  status: "pending",
  needsProviderAnswer: true,
  answerBy: "2026-11-20T23:10:00Z",
  pickupTime: "2026-11-22T09:00:00Z",
  allowedTransitions: ["confirmed", "cancelled"],
});
const missed = job("missed", {
  pickupTime: "2026-11-20T21:29:00Z",
  deadline: { step: "pickup", at: "2026-11-20T22:29:00Z" },
});
const overdue = job("overdue", {
  status: "washing",
  returnBy: "2026-11-19T22:00:00Z",
  deadline: { step: "return", at: "2026-11-19T22:00:00Z" },
  pickupTime: "2026-11-17T13:00:00Z",
  allowedTransitions: ["delivery"],
});
const underWay = job("underWay", {
  status: "pickup",
  pickupTime: "2026-11-20T20:00:00Z",
  deadline: { step: "washing", at: "2026-11-20T22:31:00Z" },
  allowedTransitions: ["washing"],
});
const backToday = job("backToday", {
  status: "delivery",
  returnBy: "2026-11-20T22:45:00Z",
  deadline: { step: "return", at: "2026-11-20T22:45:00Z" },
  pickupTime: "2026-11-18T22:45:00Z",
  allowedTransitions: ["completed"],
});
// Half past midnight in Zurich, while it is still Friday in UTC.
const tomorrow = job("tomorrow", { pickupTime: "2026-11-20T23:30:00Z" });
const later = job("later", { pickupTime: "2026-11-22T23:30:00Z" });
const washing = job("washing", {
  status: "washing",
  returnBy: "2026-11-23T13:00:00Z",
  allowedTransitions: ["delivery"],
});

test("what waits for an answer comes first, then what is late, then day by day, and what is at home apart", () => {
  const jobs = [later, washing, tomorrow, underWay, backToday, overdue, missed, answer];

  expect(inSections(jobs, NOW).map(({ section, jobs: those }) => [section, ...those.map(({ id }) => id)])).toEqual([
    ["answer", "answer"],
    ["late", "overdue", "missed"],
    ["underWay", "underWay", "backToday"],
    ["tomorrow", "tomorrow"],
    ["later", "later"],
    ["home", "washing"],
  ]);
});

test("each job is late from its deadline on, to the minute", () => {
  for (const one of [missed, underWay, backToday, overdue]) {
    const due = Date.parse(one.deadline?.at ?? "");

    expect(isLate(one, due - 1)).toBe(false);
    expect(isLate(one, due)).toBe(true);
  }
});

test("a deadline is not that of a step which is not sent yet", () => {
  expect(isLate({ ...missed, status: "pickup" }, NOW)).toBe(false);
  expect(isLate({ ...overdue, status: "completed" }, NOW)).toBe(false);
});

test("what is over, unpaid, under way or waits for an answer is never late", () => {
  const past = { pickupTime: "2026-11-01T13:00:00Z", returnBy: "2026-11-03T13:00:00Z" };

  expect(isLate(job("a", { ...past, status: "completed" }), NOW)).toBe(false);
  expect(isLate(job("a", { ...past, status: "cancelled" }), NOW)).toBe(false);
  expect(isLate(job("a", { ...past, status: "pickup" }), NOW)).toBe(false);
  expect(isLate(job("a", { ...past, status: "pending", paymentStatus: "unpaid" }), NOW)).toBe(false);
  expect(isLate(job("a", { ...past, status: "pending", needsProviderAnswer: true }), NOW)).toBe(false);
});

test("jobs at one door at one time are one stop, in the order of the first of each", () => {
  const again = { ...tomorrow, id: "again", pickupAddress: tomorrow.pickupAddress?.toUpperCase() ?? null };
  const elsewhere = { ...tomorrow, id: "elsewhere", pickupAddress: "Seestrasse 2, Zurich 8002" };
  const anHourLater = { ...tomorrow, id: "anHourLater", pickupTime: "2026-11-21T00:30:00Z" };
  const unknown = { ...tomorrow, id: "unknown", pickupAddress: null };
  const dueThen = { ...washing, id: "dueThen", returnBy: "2026-11-23T15:00:00Z" };

  const stops = inStops([tomorrow, elsewhere, unknown, again, anHourLater, washing, dueThen]);

  expect(stops.map((jobs) => jobs.map(({ id }) => id))).toEqual([
    ["tomorrow", "again"],
    ["elsewhere"],
    ["unknown"],
    ["anHourLater"],
    ["washing", "dueThen"],
  ]);
});

test("the next thing to do is what is under way, else the first step in that order, and no pickup of another day", () => {
  expect(nextToDo([later, underWay, missed, answer], NOW)?.id).toBe("underWay");
  expect(nextToDo([later, missed, answer], NOW)?.id).toBe("answer");
  expect(nextToDo([later, missed], NOW)?.id).toBe("missed");
  expect(nextToDo([tomorrow, washing], NOW)?.id).toBe("washing");
  expect(nextToDo([tomorrow, later], NOW)).toBeUndefined();
  expect(nextToDo([{ ...missed, allowedTransitions: [] }, underWay], NOW)?.id).toBe("underWay");
});
