import type { Translation } from "../catalogue";

export const messages: Translation<"payLink"> = {
  "title": "Auftrag bezahlen",
  "loading": "Ihr Auftrag wird geladen …",
  "error": "Der Auftrag konnte nicht geladen werden.",

  "invalid.title": "Dieser Zahlungslink ist ungültig",
  "invalid.body": "Vielleicht ist er unvollständig. Bitte öffnen Sie ihn noch einmal aus der Nachricht.",
  "expired.title": "Die Zeit zum Bezahlen ist um",
  "expired.body":
    "Die Abholzeit ist wieder für andere frei. Es wurde nichts belastet. Buchen Sie noch einmal, um eine neue zu erhalten.",
  "over.title": "Dieser Auftrag kann nicht mehr bezahlt werden",
  "over.body": "Er wurde storniert oder zurückerstattet.",
  "refunded.body": "Die Zahlung kam zu spät, oder der Auftrag wurde storniert. Sie erhalten {amount} zurück.",
  "bookAgain": "Nochmals buchen",

  "paid.track": "Auftrag verfolgen",
  "waiting.check": "Noch einmal prüfen",
};
