import { act, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { expect, test } from "vitest";

import { useAddressState, useQuery } from "./use-address-state";

<<<<<<< HEAD
type Setters = { words?: (words: string | null) => void; filter?: (value: string) => void };

function Parts({ onRender }: { onRender: (setters: Setters) => void }): null {
  const [, words] = useAddressState("q");
  const [, change] = useQuery();
  onRender({ words, filter: (value) => change((next) => next.set("service", value)) });
  return null;
=======
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
>>>>>>> issue-phone
}

function Address(): ReactElement {
  const { search, hash } = useLocation();
  return <output>{search + hash}</output>;
}

const press = (name: string): void => screen.getByRole("button", { name }).click();

test("what two parts of a page write into its address in one moment stands there together", () => {
  let setters: Setters = {};
  render(
    <MemoryRouter initialEntries={["/?sort=rating#list"]}>
      <Parts onRender={(now) => (setters = now)} />
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
