import { expect, test } from "vitest";

import { postalCodeOf, shownDistance } from "./distance";

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

test.each([
  ["Bahnhofstrasse 1, Zurich 8001", "8001"],
  ["Weg 12345, Bern 3011", "3011"],
  ["Zurich", null],
])("the postal code of %j is %s", (address, code) => {
  expect(postalCodeOf(address)).toBe(code);
});
