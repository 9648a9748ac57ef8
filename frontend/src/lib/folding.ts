/** Letters that have no accent to lose. */
const SPELLED: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l" };

/** A text as it is compared: without case and accents, ae, oe and ue as the umlauts, hyphens as blanks. As the server's. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[ßæœøł]/g, (letter) => SPELLED[letter] ?? letter)
    .replace(/[\s\p{P}\p{S}]+/gu, (blanks) => (/\p{So}/u.test(blanks) ? blanks : " "))
    .replace(/([aou])e/g, "$1")
    .trim();
}
