import { act, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { expect, test } from "vitest";

import { useAddressState, useQuery } from "./use-address-state";

const setters: { words?: (words: string | null) => void; filter?: (value: string) => void } = {};

function Search(): null {
  const [, set] = useAddressState("q");
  setters.words = set;
  return null;
}

function Filters(): null {
  const [, change] = useQuery();
  setters.filter = (value) => change((next) => next.set("service", value));
  return null;
}

function Address(): ReactElement {
  const { search, hash } = useLocation();
  return <output>{search + hash}</output>;
}

test("what two parts of a page write into its address in one moment stands there together", () => {
  render(
    <MemoryRouter initialEntries={["/?sort=rating#list"]}>
      <Search />
      <Filters />
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
