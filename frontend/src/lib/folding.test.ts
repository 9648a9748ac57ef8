import { expect, test } from "vitest";

import { folded } from "./folding";

test.each([
  ["Müller", "mueller"],
  ["Élodie", "ELODIE"],
  ["O’Neill", "O'Neill"],
  ["Anna-Maria", "anna maria"],
])("%j is compared as %j", (one, other) => {
  expect(folded(one)).toBe(folded(other));
});
