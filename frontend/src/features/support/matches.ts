/** Without case and accents. Not lib/folding, which is for names and would be one more chunk for the first page to list. */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Whether texts contain each of the typed words, without case and accents; nothing typed is in all of them. */
export function matches(query: string, ...texts: string[]): boolean {
  const text = plain(texts.join(" "));
  return plain(query)
    .split(/\s+/)
    .every((word) => text.includes(word));
}
