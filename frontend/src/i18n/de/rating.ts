import type { Translation } from "../catalogue";

export const messages: Translation<"rating"> = {
  "dialog.title": "{provider} bewerten",
  "dialog.lead": "Wie war Ihre Wäsche? Ihre Bewertung hilft der Nachbarschaft bei der Wahl.",
  "legend": "Ihre Bewertung",
  "label.1": "Schlecht",
  "label.2": "Mässig",
  "label.3": "Gut",
  "label.4": "Sehr gut",
  "label.5": "Ausgezeichnet",
  "star": "{count} von 5 Sternen, {label}",
  "comment": "Kommentar (freiwillig)",
  "comment.placeholder": "Was sollen andere wissen?",
  "submit": "Bewertung senden",
  "queue": "Bewertung vormerken",
  "offline": "Offline-Modus",
  "required.title": "Bewertung fehlt",
  "required.body": "Bitte wählen Sie Sterne, bevor Sie senden.",
  "success.title": "Bewertung gesendet",
  "success.body": "Vielen Dank für Ihre Bewertung!",
  "failure.title": "Fehler",
  "failure.body": "Die Bewertung konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal.",
};
