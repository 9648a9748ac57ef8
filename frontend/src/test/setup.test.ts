import { expect, test } from "vitest";

import { serve } from "./server";

test("a test may leave a timer behind", () => {
  setTimeout(() => void fetch("/late"), 50);
});

test("that does nothing in the next one", async () => {
  const server = serve();

  for (const start = performance.now(); performance.now() - start < 200;) await new Promise((go) => setImmediate(go));

  expect(server.calls).toEqual([]);
});
