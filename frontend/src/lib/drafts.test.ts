import { expect, test } from "vitest";

import { forgetDrafts, savedDraft, saveDraft } from "./drafts";
import { writeStored } from "./storage";

const FORM = { street: "Bahnhofstrasse 1" };

test("a visitor's form goes on with whoever signs in", () => {
  saveDraft("form", null, FORM);

  expect(savedDraft("form", null)).toEqual(FORM);
  expect(savedDraft("form", "alice")).toEqual(FORM);
});

test("an account's form comes back to that account alone", () => {
  saveDraft("form", "alice", FORM);

  // Her session has ended; she signs in again.
  expect(savedDraft("form", null)).toBeNull();
  expect(savedDraft("form", "alice")).toEqual(FORM);
  expect(savedDraft("form", "chiara")).toBeNull();
  expect(savedDraft("form", "alice")).toBeNull();
});

test("forms are forgotten one by one, or all at once", () => {
  for (const name of ["one", "two", "three"]) saveDraft(name, null, FORM);

  forgetDrafts("one");
  expect([savedDraft("one", null), savedDraft("two", null)]).toEqual([null, FORM]);
  forgetDrafts();
  expect([savedDraft("two", null), savedDraft("three", null)]).toEqual([null, null]);
  expect(window.sessionStorage).toHaveLength(0);
});

test.each(["{", "null", "7", '{"form":null}', '{"form":7}', '{"form":{}}', "[]"])(
  "what cannot be read is nothing: %s",
  (text) => {
    writeStored("session", "drafts", text);

    expect(savedDraft("form", null)).toBeNull();
    saveDraft("form", null, FORM);
    expect(savedDraft("form", null)).toEqual(FORM);
  },
);
