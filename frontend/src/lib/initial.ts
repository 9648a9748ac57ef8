const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The first character of a name as people see it, whole, whatever it is made of; empty for an empty name. */
export function initial(name: string): string {
  for (const { segment } of segmenter.segment(name)) return segment;
  return "";
}
