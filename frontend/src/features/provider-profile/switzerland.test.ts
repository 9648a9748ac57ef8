import { expect, test } from "vitest";

import { onMap, outline } from "./switzerland";

test("localities lie where they lie on any map of the country", () => {
  const zurich = onMap(47.37, 8.54);
  const geneva = onMap(46.2, 6.14);
  const lugano = onMap(46.0, 8.95);

  expect(geneva?.x).toBeLessThan(zurich?.x ?? 0);
  expect(lugano?.y).toBeGreaterThan(geneva?.y ?? 0);
  expect(zurich).toEqual({ x: 228, y: 57 });
});

test("what lies beyond the border, or nobody knows where, has no dot", () => {
  expect(onMap(48.1, 11.6)).toBeNull();
  expect(onMap(null, 8.5)).toBeNull();
});

test("the outline is one closed line", () => {
  expect(outline()).toMatch(/^M\d+ \d+(L\d+ \d+){100,}Z$/);
});
