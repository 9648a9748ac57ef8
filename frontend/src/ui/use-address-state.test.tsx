import { act, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { expect, test } from "vitest";

import { useAddressState, useQuery } from "./use-address-state";

function Search(): ReactElement {
  const [, set] = useAddressState("q");
  return (
    <>
      <button onClick={() => set("nora")}>Search</button>
      <button onClick={() => set(null)}>Clear</button>
    </>
  );
}

function Filters(): ReactElement {
  const [, change] = useQuery();
  return <button onClick={() => change((next) => next.set("service", "premium"))}>Premium</button>;
}

function Address(): ReactElement {
  const { search, hash } = useLocation();
  return <output>{search + hash}</output>;
}

const press = (name: string): void => screen.getByRole("button", { name }).click();

test("what two parts of a page write into its address in one moment stands there together", () => {
  render(
    <MemoryRouter initialEntries={["/?sort=rating#list"]}>
      <Search />
      <Filters />
      <Address />
    </MemoryRouter>,
  );

  // The second press comes before the first is rendered.
  act(() => {
    press("Premium");
    press("Search");
  });
  expect(screen.getByRole("status")).toHaveTextContent("?sort=rating&service=premium&q=nora#list");

  act(() => press("Clear"));
  expect(screen.getByRole("status")).toHaveTextContent("?sort=rating&service=premium#list");
});
