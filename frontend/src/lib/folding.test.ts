import { expect, test } from "vitest";

import names from "../../../marketplace/tests/search_names.json";

import { folded, isInName } from "./folding";

test.each([
  ["Müller", "mueller"],
  ["Élodie", "ELODIE"],
  ["O’Neill", "O'Neill"],
  ["Anna-Maria", "anna maria"],
  ["Straße", "STRASSE"],
  ["Kjær", "kjaer"],
  ["Sørensen", "soerensen"],
  ["Łukasz", "lukasz"],
  ["Guðrún", "gudrun"],
])("%j is compared as %j", (one, other) => {
  expect(folded(one)).toBe(folded(other));
});

test.each(["cafeella", "Ella", "cafe e", "CAFÉ-ELLA", "caf"])("%j is in Café Ella", (typed) => {
  expect(isInName(typed, "Café Ella")).toBe(true);
  expect(isInName(typed, "Cafeteria")).toBe(typed === "caf");
});

// The server's tests read the same names.
test.each(names)("%s %s is found however it is typed: %s %s", (first, last, plainFirst, plainLast) => {
  const name = `${first} ${last}`;
  const plain = `${plainFirst} ${plainLast}`;
  const together = (text: string): string => text.replaceAll(/[^\p{L}\p{M}]/gu, "");
  const ways = [
    name,
    name.toUpperCase(),
    plain,
    plain.toLowerCase(),
    ` ${name.normalize("NFD").replaceAll(" ", "  ")} `,
    together(name),
    plainLast.toUpperCase(),
  ];

  for (const typed of ways) expect(isInName(typed, name), typed).toBe(true);
});
