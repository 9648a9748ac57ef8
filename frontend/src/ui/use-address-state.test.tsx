import { act, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { expect, test } from "vitest";

import { useAddressState, useQuery } from "./use-address-state";

type Setters = { words?: (words: string | null) => void; filter?: (value: string) => void };

function Parts({ onRender }: { onRender: (setters: Setters) => void }): null {
  const [, words] = useAddressState("q");
  const [, change] = useQuery();
  onRender({ words, filter: (value) => change((next) => next.set("service", value)) });
  return null;
}

function Address(): ReactElement {
  const { search, hash } = useLocation();
  return <output>{search + hash}</output>;
}

test("what two parts of a page write into its address in one moment stands there together", () => {
  let setters: Setters = {};
  render(
    <MemoryRouter initialEntries={["/?sort=rating#list"]}>
      <Parts onRender={(now) => (setters = now)} />
      <Address />
    </MemoryRouter>,
  );
  // The timer of the search runs with what was rendered before the filter was pressed.
  const { words } = setters;

  act(() => {
    setters.filter?.("premium");
    words?.("nora");
  });
  expect(screen.getByRole("status")).toHaveTextContent("?sort=rating&service=premium&q=nora#list");

  act(() => setters.words?.(null));
  expect(screen.getByRole("status")).toHaveTextContent("?sort=rating&service=premium#list");
});
