import type { Translation } from "../catalogue";

export const messages: Translation<"notifications"> = {
  "notifications.title": "Notifications",
  "markAll": "Tout marquer comme lu",
  "notRead": "Non marqué comme lu",
  "allRead": "Tout est marqué comme lu",
  "order": "Commande {number}",
  "unread": "Non lue",
  "empty.title": "Rien de nouveau",
  "empty.body": "Les nouvelles de vos commandes s’afficheront ici.",
  "error.body": "Impossible de charger vos notifications.",
  "choose": "Choisir les notifications que vous recevez",
};
