import type { Translation } from "../catalogue";

export const messages: Translation<"steps"> = {
  "pending": "Auftrag erteilt",
  "confirmed": "Bestätigt",
  "pickup": "Wird abgeholt",
  "washing": "Waschen & Bügeln",
  "delivery": "Lieferung",
  "completed": "Abgeschlossen",
  "cancelled": "Auftrag storniert",
};
