import { expect, test } from "vitest";

import { shownDistance } from "./distance";

test.each([
  [0, "0 m"],
  [0.4, "400 m"],
  [0.95, "950 m"],
  [1, "1.0 km"],
  [12.34, "12.3 km"],
])("%s km is shown as %s", (kilometres, text) => {
  const shown = shownDistance(kilometres);
  expect(`${shown?.value ?? ""} ${shown?.unit ?? ""}`).toBe(text);
});

test("an unknown distance stays unknown", () => {
  expect(shownDistance(null)).toBeNull();
  expect(shownDistance(Number.NaN)).toBeNull();
});
