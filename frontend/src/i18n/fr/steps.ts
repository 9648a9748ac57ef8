import type { Translation } from "../catalogue";

export const messages: Translation<"steps"> = {
  "pending": "Commande passée",
  "confirmed": "Confirmée",
  "pickup": "Collecte en cours",
  "washing": "Lavage et repassage",
  "delivery": "Livraison",
  "completed": "Terminée",
  "cancelled": "Commande annulée",
};
