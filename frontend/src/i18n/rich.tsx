import type { ReactNode } from "react";

/** Puts elements into a text: rich("Read the <link>terms</link>", { link: (inner) => <a href="/terms">{inner}</a> }). */
export function rich(text: string, elements: Record<string, (inner: string) => ReactNode>): ReactNode[] {
  return text.split(/(<\w+>[^<]*<\/\w+>)/).map((piece, index) => {
    const match = /^<(\w+)>([^<]*)<\/\1>$/.exec(piece);
    const wrap = match?.[1] === undefined ? undefined : elements[match[1]];
    // The pieces of one text never change their order: their index is their identity.
    return <span key={index}>{wrap === undefined ? piece : wrap(match?.[2] ?? "")}</span>;
  });
}
