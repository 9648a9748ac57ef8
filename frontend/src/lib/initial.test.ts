import { expect, test } from "vitest";

import { initial } from "./initial";

test.each([
  ["Korb", "K"],
  ["🧺Korb", "🧺"],
  ["🌸 Lina", "🌸"],
  ["𠮷田", "𠮷"],
  ["👩‍🚀 Ana", "👩‍🚀"],
  ["E\u0301lodie", "E\u0301"],
  ["", ""],
])("the initial of %j is %j", (name, first) => {
  expect(initial(name)).toBe(first);
});
