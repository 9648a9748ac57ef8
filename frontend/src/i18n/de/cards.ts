import type { Translation } from "../catalogue";

export const messages: Translation<"cards"> = {
  "title": "Zahlungsmittel",
  "lead": "Ihre Standardkarte bezahlt Ihre regelmässigen Buchungen.",
  "default": "Standard",
  "expired": "Abgelaufen",
  "number": "{brand}, Endziffern {last4}",
  "expires": "Gültig bis {month}",
  "defaultExpires": "Standard, gültig bis {month}",
  "expiredOn": "Abgelaufen {month}",
  "makeDefault": "Als Standard setzen",
  "made": "Standardkarte geändert",
  "notMade": "Standardkarte nicht geändert",
  "empty.title": "Noch keine Karten",
  "empty.body":
    "Speichern Sie hier eine Karte, oder setzen Sie beim Bezahlen das Häkchen: Dann bezahlen sich Ihre regelmässigen Buchungen von selbst.",
  "error": "Ihre Karten konnten nicht geladen werden.",

  "add": "Karte hinzufügen",
  "add.title": "Neue Karte",
  "add.save": "Karte speichern",
  "add.busy": "Karte wird gespeichert …",
  "add.cancel": "Abbrechen",
  "add.error": "Das Kartenformular konnte nicht geöffnet werden",
  "added": "Karte gespeichert",
  "added.body": "Sie ist bereit für Ihre nächste Buchung.",
  "notAdded": "Karte nicht gespeichert",
  "notAdded.body": "Die Karte konnte nicht gespeichert werden. Bitte versuchen Sie es noch einmal.",

  "remove": "Entfernen",
  "removed": "Karte entfernt",
  "removed.body":
    "{card}. Regelmässige Buchungen, die sie bezahlt hat, laufen über Ihre Standardkarte, oder wir bitten Sie jedes Mal um die Zahlung.",
  "notRemoved": "Nicht entfernt",
  "offline": "Für Zahlungsmittel braucht es eine Verbindung.",
};
