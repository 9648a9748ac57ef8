import type { Translation } from "../catalogue";

export const messages: Translation<"notifications"> = {
  "notifications.title": "Mitteilungen",
  "markAll": "Alle als gelesen markieren",
  "notRead": "Nicht als gelesen markiert",
  "allRead": "Alle als gelesen markiert",
  "order": "Auftrag {number}",
  "unread": "Ungelesen",
  "empty.title": "Nichts Neues",
  "empty.body": "Hier erscheint Neues zu Ihren Aufträgen.",
  "error.body": "Ihre Mitteilungen konnten nicht geladen werden.",
  "choose": "Wählen, welche Mitteilungen Sie erhalten",
};
