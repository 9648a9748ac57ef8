import type { Translation } from "../catalogue";

export const messages: Translation<"checkout"> = {
  "title": "Paiement",
  "loading": "Chargement de votre commande…",

  "noOrder.title": "Commande introuvable",
  "noOrder.body": "Le lien est peut-être incomplet. Vos commandes figurent dans l’historique.",
  "noOrder.action": "Historique des commandes",
  "signIn.title": "Connectez-vous pour payer",
  "signIn.body": "Seule la personne qui a passé la commande peut la payer.",
  "error.order": "Impossible de charger la commande.",

  "notKept": "Votre commande est passée, mais son adresse n’a pas été gardée",
  "notKept.drop": "Ne pas la garder",

  "cancelled.title": "Cette commande a été annulée",
  "cancelled.body": "Elle ne peut plus être payée.",
  "expired.title": "Votre créneau n’est plus gardé",
  "expired.body":
    "Le délai de paiement est écoulé : le créneau est de nouveau libre. Rien n’a été débité. Réservez à nouveau pour en obtenir un autre.",
  "bookAgain": "Réserver à nouveau",

  "card.title": "Payer avec",
  "card.another": "Autre carte",

  "next.title": "Et ensuite ?",
  "next.charged": "{total} sont débités maintenant, quand vous appuyez sur le bouton.",
  "next.free": "Annulation sans frais, dernier délai : {time}.",
  "next.back": "Retour d’ici au {day}",
  "next.wrong": "Quelque chose ne va pas ? Dites-le-nous dans les 24 heures suivant le retour.",
  "next.support": "Assistance",

  "hold.later": "Tant que le créneau est gardé, vous pouvez quitter cette page et payer depuis l’historique.",
};
