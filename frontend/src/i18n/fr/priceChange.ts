import type { Translation } from "../catalogue";

export const messages: Translation<"priceChange"> = {
  "said": "Le prix a changé depuis votre dernière visite : {now} au lieu de {former}.",
};
