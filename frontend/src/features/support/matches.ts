import { folded } from "@/lib/folding";

/** Whether texts contain each of the typed words, without case and accents; nothing typed is in all of them. */
export function matches(query: string, ...texts: string[]): boolean {
  const text = folded(texts.join(" "));
  return folded(query)
    .split(" ")
    .every((word) => text.includes(word));
}
