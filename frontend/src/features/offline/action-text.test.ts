import { beforeAll, expect, test } from "vitest";

import { loadMessages } from "@/i18n/i18n";
import type { Action } from "@/offline/db";

import { actionText, versionsOf } from "./action-text";

const NOW = Date.parse("2026-11-20T07:00:00Z");
const move = {
  type: "reschedule",
  method: "PATCH",
  url: "/api/orders/1/reschedule",
  data: { orderId: "1", newDate: "2026-11-20", newTime: "09:00" },
  error: { current: { pickupTime: "2026-11-23T13:00:00Z" } },
} as unknown as Action;

beforeAll(() => loadMessages("offline"));

test("a pickup that is to be moved is said as its hour, like everywhere else", () => {
  expect(actionText(move, NOW)).toContain("09:00-10:00");
});

test("so are the two times of a conflict", () => {
  expect(versionsOf(move, NOW)).toEqual([{ name: "", yours: "Today, 09:00-10:00", theirs: "Mon 23 Nov, 14:00-15:00" }]);
});
