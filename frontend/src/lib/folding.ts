/** Letters that have no accent to lose. */
const SPELLED: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  þ: "th",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ŧ: "t",
  ŋ: "n",
  ə: "e",
};

/** A text as it is compared: without case and accents, ae, oe and ue as the umlauts, hyphens as blanks. As the server's. */
export function folded(text: string, blank = " "): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z]/g, (letter) => SPELLED[letter] ?? letter)
    .replace(/[\s\p{P}\p{S}]+/gu, (blanks) => (/\p{So}/u.test(blanks) ? blanks : blank))
    .replace(/([aou])e/g, "$1")
    .trim();
}

/** Whether a name contains what was typed, with its blanks or without: "vonarx" is in "Petra von Arx". */
export function isInName(typed: string, name: string): boolean {
  return [" ", ""].some((blank) => folded(name, blank).includes(folded(typed, blank)));
}
