import type { Translation } from "../catalogue";

export const messages: Translation<"reporting"> = {
  "reason": "Was stimmt damit nicht?",
  "reason.choose": "Grund wählen",
  "reason.required": "Bitte wählen Sie, was nicht stimmt",
  "reason.offensive": "Beleidigend oder hetzerisch",
  "reason.untrue": "Unwahr",
  "reason.private": "Namen oder Privates",
  "reason.spam": "Werbung",
  "reason.other": "Etwas anderes",
  "words": "Was sollen wir wissen? (freiwillig)",
  "words.other": "Was stimmt nicht?",
  "words.required": "Bitte sagen Sie, was nicht stimmt",
  "send": "Meldung senden",
  "done.title": "Vielen Dank",
  "done.body": "Wir schauen es uns an und teilen Ihnen unseren Entscheid mit.",
  "failed.title": "Nicht gesendet",
  "failed.body": "Ihre Meldung konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal.",
  "offline": "Keine Verbindung: Senden Sie Ihre Meldung, sobald Sie wieder online sind.",
  "signIn":
    "Melden Sie sich an, um eine Bewertung zu melden. Das Konto braucht es, damit wir Ihnen unseren Entscheid mitteilen können.",
  "signIn.action": "Anmelden",
};
