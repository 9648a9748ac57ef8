import type { Translation } from "../catalogue";
import texts from "./metadata.json";

export const messages: Translation<"metadata"> = { ...texts };
