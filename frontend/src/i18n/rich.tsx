import type { FormatValues } from "icu-minify/format";
import { createElement, Fragment, type ReactNode } from "react";

import type { Elements, MessageKey, Params } from "./catalogue";
import { formatted } from "./i18n";

type Values = Record<string, string | number | ((inner: ReactNode) => ReactNode)>;

/**
 * A text with elements: rich("auth.terms", { link: (inner) => <a href="/terms">{inner}</a> }) for "Read the
 * <link>terms</link>".
 */
export function rich<Key extends MessageKey>(key: Key, values: Params<Key> & Elements<Key>): ReactNode[] {
  const filled: FormatValues<ReactNode> = {};
  for (const [name, value] of Object.entries(values as Values)) {
    filled[name] = typeof value === "function" ? (inner) => value(createElement(Fragment, null, ...inner)) : value;
  }
  const pieces = formatted<ReactNode>(key, filled);
  // The order of the pieces never changes, so the index can be the key.
  return (Array.isArray(pieces) ? pieces : [pieces]).map((piece, index) => <span key={index}>{piece}</span>);
}
