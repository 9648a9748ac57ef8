import type { Translation } from "../catalogue";

export const messages: Translation<"notifications"> = {
  "notifications.title": "Notifiche",
  "markAll": "Segnare tutte come lette",
  "notRead": "Non segnata come letta",
  "allRead": "Tutte segnate come lette",
  "order": "Ordine {number}",
  "unread": "Non letta",
  "empty.title": "Niente di nuovo",
  "empty.body": "Qui appaiono le novità sui Suoi ordini.",
  "error.body": "Impossibile caricare le notifiche.",
  "choose": "Scegliere quali notifiche ricevere",
};
