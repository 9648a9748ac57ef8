const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first character of a name as people see it, whole, whatever it is made of; empty for an empty name. */
export function initial(name: string): string {
  for (const { segment } of segmenter.segment(name)) return segment;
  return "";
}

/** A text as it is compared: without case and accents, ae, oe and ue as the umlauts, hyphens as blanks. As the server's. */
export function folded(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("æ", "ae")
    .replaceAll("œ", "oe")
    .replaceAll("ø", "o")
    .replaceAll("ł", "l")
    .replace(/[\s\p{P}\p{S}]+/gu, (blanks) => (/\p{So}/u.test(blanks) ? blanks : " "))
    .replace(/([aou])e/g, "$1")
    .trim();
}
