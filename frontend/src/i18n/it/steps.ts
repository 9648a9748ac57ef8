import type { Translation } from "../catalogue";

export const messages: Translation<"steps"> = {
  "pending": "Ordine effettuato",
  "confirmed": "Confermato",
  "pickup": "Ritiro in corso",
  "washing": "Lavaggio e stiratura",
  "delivery": "Consegna",
  "completed": "Concluso",
  "cancelled": "Ordine annullato",
};
