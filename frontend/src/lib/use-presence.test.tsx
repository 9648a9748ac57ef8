import { render } from "@testing-library/react";
import { useLayoutEffect, type ReactElement } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";

import { usePresence } from "./use-presence";

test("who sees the next page is no longer at the one before", () => {
  let isHere = (): boolean => false;
  function Page(): ReactElement | null {
    isHere = usePresence();
    return null;
  }
  const seen: boolean[] = [];
  function Next(): ReactElement | null {
    useLayoutEffect(() => void seen.push(isHere()));
    return null;
  }

  const { rerender } = render(<Page />, { wrapper: MemoryRouter });
  expect(isHere()).toBe(true);
  rerender(<Next />);

  expect(seen).toEqual([false]);
});
