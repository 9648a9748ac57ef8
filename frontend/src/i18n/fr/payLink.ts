import type { Translation } from "../catalogue";

export const messages: Translation<"payLink"> = {
  "title": "Payer votre commande",
  "loading": "Chargement de votre commande…",
  "error": "Impossible de charger la commande.",

  "invalid.title": "Ce lien de paiement n’est pas valable",
  "invalid.body": "Il est peut-être incomplet. Ouvrez-le encore une fois depuis le message.",
  "expired.title": "Le délai de paiement est écoulé",
  "expired.body":
    "L’heure de collecte est de nouveau libre. Rien n’a été débité. Réservez à nouveau pour en obtenir une autre.",
  "over.title": "Cette commande ne peut plus être payée",
  "over.body": "Elle a été annulée ou remboursée.",
  "refunded.body": "Le paiement est arrivé trop tard, ou la commande a été annulée. Nous vous remboursons {amount}.",
  "bookAgain": "Réserver à nouveau",

  "paid.track": "Suivre votre commande",
  "waiting.check": "Vérifier à nouveau",
};
