import type { Translation } from "../catalogue";

export const messages: Translation<"steps"> = {
  // The progress timeline of an order (specification point 4).
  "pending": "Ordine effettuato",
  "confirmed": "Confermato",
  "pickup": "Ritiro in corso",
  "washing": "Lavaggio e stiratura",
  "delivery": "Consegna",
  "completed": "Concluso",
  "cancelled": "Ordine annullato",
};
