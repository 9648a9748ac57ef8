import type { Translation } from "../catalogue";
import texts from "./metadata.json";

/** What a browser's tab and a search engine show of each page, by its path; the server reads the same file. */
export const messages: Translation<"metadata"> = { ...texts };
