import type { Translation } from "../catalogue";

export const messages: Translation<"priceChange"> = {
  "said": "Der Preis hat sich seit Ihrem letzten Besuch geändert: {now} statt {former}.",
};
