import type { Translation } from "../catalogue";

export const messages: Translation<"cards"> = {
  "title": "Moyens de paiement",
  "lead": "La carte par défaut paie vos réservations régulières.",
  "default": "Par défaut",
  "expired": "Expirée",
  "number": "{brand} se terminant par {last4}",
  "expires": "Expire en {month}",
  "defaultExpires": "Par défaut, expire en {month}",
  "expiredOn": "Expirée en {month}",
  "makeDefault": "Définir par défaut",
  "made": "Carte par défaut modifiée",
  "notMade": "Carte par défaut non modifiée",
  "empty.title": "Pas encore de carte",
  "empty.body":
    "Enregistrez une carte ici, ou cochez la case au moment de payer : vos réservations régulières se paieront toutes seules.",
  "error": "Impossible de charger vos cartes.",

  "add": "Ajouter une carte",
  "add.title": "Nouvelle carte",
  "add.save": "Enregistrer la carte",
  "add.busy": "Enregistrement…",
  "add.cancel": "Annuler",
  "add.error": "Impossible d’ouvrir le formulaire de carte",
  "added": "Carte enregistrée",
  "added.body": "Elle est prête pour votre prochaine réservation.",
  "notAdded": "Carte non enregistrée",
  "notAdded.body": "Impossible d’enregistrer la carte. Réessayez.",

  "remove": "Supprimer",
  "removed": "Carte supprimée",
  "removed.body":
    "{card}. Les réservations régulières qu’elle payait passeront à votre carte par défaut ; s’il n’y en a pas, vous recevrez chaque fois une demande de paiement.",
  "notRemoved": "Non supprimée",
  "offline": "Il faut être en ligne pour gérer vos moyens de paiement.",
};
