import { expect, test } from "vitest";

import lines from "../../../marketplace/tests/address_lines.json";

import { isRegisteredCode, postalCodeOf } from "./postal-codes";

// The server's tests read the same lines.
test.each(lines)("the postal code of %j is %s", (address, code) => {
  expect(postalCodeOf(address ?? "")).toBe(code);
});

test.each([
  ["8001", true],
  ["6300", true],
  ["9490", false],
  ["9999", false],
  ["0815", false],
  ["800", false],
])("%s is one of Switzerland's: %s", (code, isOne) => {
  expect(isRegisteredCode(code)).toBe(isOne);
});
