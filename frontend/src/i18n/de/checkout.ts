import type { Translation } from "../catalogue";

export const messages: Translation<"checkout"> = {
  "title": "Bezahlen",
  "loading": "Ihr Auftrag wird geladen …",

  "noOrder.title": "Kein Auftrag gefunden",
  "noOrder.body": "Vielleicht ist der Link unvollständig. Ihre Aufträge finden Sie im Verlauf.",
  "noOrder.action": "Zum Auftragsverlauf",
  "signIn.title": "Zum Bezahlen anmelden",
  "signIn.body": "Einen Auftrag bezahlt, wer ihn erteilt hat.",
  "error.order": "Der Auftrag konnte nicht geladen werden.",

  "notKept": "Ihr Auftrag ist erteilt, aber die Adresse wurde nicht gemerkt",
  "notKept.drop": "Nicht merken",

  "cancelled.title": "Dieser Auftrag wurde storniert",
  "cancelled.body": "Er kann nicht mehr bezahlt werden.",
  "expired.title": "Ihr Platz ist nicht mehr reserviert",
  "expired.body":
    "Die Zeit zum Bezahlen ist um, darum ist er für andere wieder frei. Es wurde nichts belastet. Buchen Sie noch einmal, um einen neuen Platz zu erhalten.",
  "bookAgain": "Nochmals buchen",

  "card.title": "Bezahlen mit",
  "card.another": "Andere Karte",

  "next.title": "So geht es weiter",
  "next.charged": "{total} werden belastet, sobald Sie den Knopf drücken.",
  "next.free": "Kostenlos stornierbar bis {time}.",
  "next.back": "Bis {day} ist Ihre Wäsche zurück.",
  "next.wrong": "Stimmt etwas nicht? Melden Sie es innert 24 Stunden, nachdem Sie die Wäsche zurückhaben.",
  "next.support": "Kundendienst",

  "hold.later": "Sie können die Seite verlassen und im Verlauf bezahlen, solange der Platz reserviert ist.",
};
