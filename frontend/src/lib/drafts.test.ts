import { expect, test } from "vitest";

import { forgetDrafts, keepDraft, keptDraft } from "./drafts";
import { writeStored } from "./storage";

const FORM = { street: "Bahnhofstrasse 1" };

test("a visitor's form goes on with whoever signs in", () => {
  keepDraft("form", null, FORM);

  expect(keptDraft("form", null)).toEqual(FORM);
  expect(keptDraft("form", "alice")).toEqual(FORM);
});

test("an account's form comes back to that account alone", () => {
  keepDraft("form", "alice", FORM);

  // Her session has ended, and goes on.
  expect(keptDraft("form", null)).toBeNull();
  expect(keptDraft("form", "alice")).toEqual(FORM);
  expect(keptDraft("form", "chiara")).toBeNull();
  expect(keptDraft("form", "alice")).toBeNull();
});

test("forms are forgotten one by one, or all at once", () => {
  for (const name of ["one", "two", "three"]) keepDraft(name, null, FORM);

  forgetDrafts("one");
  expect([keptDraft("one", null), keptDraft("two", null)]).toEqual([null, FORM]);
  forgetDrafts();
  expect([keptDraft("two", null), keptDraft("three", null)]).toEqual([null, null]);
  expect(window.sessionStorage).toHaveLength(0);
});

test.each(["{", "null", "7", '{"form":null}', '{"form":7}', '{"form":{}}', "[]"])("what cannot be read is nothing: %s", (text) => {
  writeStored("session", "drafts", text);

  expect(keptDraft("form", null)).toBeNull();
  keepDraft("form", null, FORM);
  expect(keptDraft("form", null)).toEqual(FORM);
});
