import type { Translation } from "../catalogue";

/** How much there is to wash or to iron. */
export const messages: Translation<"priceChange"> = {
  "said": "Il prezzo è cambiato dalla Sua ultima visita: {now} invece di {former}.",
};
