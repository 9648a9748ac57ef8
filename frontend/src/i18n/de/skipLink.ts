import type { Translation } from "../catalogue";

export const messages: Translation<"skipLink"> = {
  "title": "Abholung auslassen",
  "loading": "Ihre Abholung wird geladen …",
  "error": "Ihre Abholung konnte nicht geladen werden.",
  "pickup": "{provider} holt Ihre Wäsche ab",
  "when": "Wann",
  "service": "Leistung",
  "price": "Preis",
  "free": "Auslassen kostet nichts. Was Sie bezahlt haben, erhalten Sie zurück.",
  "skip": "Diese Abholung auslassen",
  "keep": "Um sie zu behalten, müssen Sie nichts tun.",
  "skipped.title": "Abholung ausgelassen",
  "skipped.body": "Diese Abholung fällt aus: {when}. Ihre regelmässige Buchung geht weiter.",
  "over.title": "Diese Abholung findet nicht statt",
  "over.body": "Sie wurde storniert oder konnte nicht gebucht werden.",
  "late.title": "Zum Auslassen ist es zu spät",
  "late.body":
    "Eine Abholung lässt sich bis eine Stunde vor Beginn auslassen; diese beginnt: {when}. Bitte schauen Sie stattdessen bei Ihrem Auftrag nach.",
  "orders": "Meine Aufträge ansehen",
  "series": "Meine regelmässigen Buchungen",
  "invalid.title": "Dieser Link ist ungültig",
  "invalid.body": "Bitte öffnen Sie ihn noch einmal aus der Nachricht.",
  "home": "Zur Startseite",
  "offline": "Um eine Abholung auszulassen, braucht es eine Verbindung.",
};
