import { REGISTERED_CODES } from "./postal-codes.gen";

const FIRST = 1000;
/** Liechtenstein shares the numbering, but is not served. */
const LIECHTENSTEIN = { first: 9485, last: 9498 };

// The rule is the server's (marketplace/postal_codes.py); both are tested with the same lines.
const NUMBER = /(?<![\p{L}\p{N}_])(?:([A-Za-z]{1,2})-)?([0-9]{4})(?![\p{L}\p{N}_])/gu;
const DATE_BEFORE = /(?<![0-9])[0-9]{1,2}[./] ?[0-9]{1,2}[./] ?$/;
const GROUPS_BEFORE = /\+?(?:[0-9]+[ ./()-]+)+$/;
const WORD_BEFORE = /(#|[\p{L}\p{Nl}\p{No}]+)[^\p{L}\p{N}#,\n]*$/u;
const HOUR_AFTER = /^\s*(?:uhr|h|heures?|ore|o[^\p{L}\p{N}_]?clock)(?![\p{L}\p{N}_])/iu;
const DAY_AFTER = /^-[0-9]/;
const TOWN_AFTER = /^\s+[\p{L}\p{Nl}\p{No}]/u;
const NO_CODE_BEHIND = new Set(
  "# ab after apartment app appartement apt badge before bis box by cell chf code codes codice cp dalle digicode dopo dès eg etage fach fax fino floor from handy haustürcode id int intern jusque key kode kundennummer mobil mobile mobiltelefon nach natel no nr number numero nummer numéro og phone piano pin portable postale postfach prima ref referenz room schlüssel seit since stock tel telefon telefono telephone till torcode tuercode téléphone türcode ug um until vor whg wohnung zimmer étage".split(
    " ",
  ),
);

let bits: string | undefined;

/** Whether a text is one of Switzerland's postal codes. */
export function isRegisteredCode(code: string): boolean {
  if (!/^[1-9][0-9]{3}$/.test(code)) return false;
  bits ??= atob(REGISTERED_CODES);
  const at = Number(code) - FIRST;
  return ((bits.charCodeAt(Math.floor(at / 8)) >> (at % 8)) & 1) === 1;
}

function isOtherNumber(before: string, after: string): boolean {
  const groups = GROUPS_BEFORE.exec(before)?.[0];
  if (groups !== undefined && /^[+0]/.test(groups)) return true;
  if (DATE_BEFORE.test(before) || DAY_AFTER.test(after) || HOUR_AFTER.test(after)) return true;
  const word = WORD_BEFORE.exec(before)?.[1];
  return word !== undefined && NO_CODE_BEHIND.has(word.toLowerCase());
}

/**
 * The postal code of an address in one line, null where it names no Swiss one: the last number of four digits that is a
 * registered code, and neither part of a telephone number or date nor behind a word such as "Tel.", "Türcode" or "ab".
 */
export function postalCodeOf(address: string): string | null {
  const text = address.normalize("NFC");
  let hasPassed = false;
  for (const found of [...text.matchAll(NUMBER)].reverse()) {
    const [whole, country = "", code = ""] = found;
    const before = text.slice(0, found.index);
    const after = text.slice(found.index + whole.length);
    if (country !== "" && country.toUpperCase() !== "CH") return null;
    if (isOtherNumber(before, after)) continue;
    if (Number(code) >= LIECHTENSTEIN.first && Number(code) <= LIECHTENSTEIN.last) return null;
    // Where the last number is no code, a number at the end of the street is the house's.
    const isHouse = hasPassed && !before.includes(",") && !TOWN_AFTER.test(after);
    if (isRegisteredCode(code) && !isHouse) return code;
    hasPassed = true;
  }
  return null;
}
