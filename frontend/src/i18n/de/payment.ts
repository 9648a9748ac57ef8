import type { Translation } from "../catalogue";
import consent from "./consent.json";

export const messages: Translation<"payment"> = {
  "title": "Kartenzahlung",
  "test": "Testzahlungen",
  "loadingForm": "Das Zahlungsformular wird geladen …",
  "safe": "Ihre Kartendaten gehen direkt an Stripe und gelangen nie zu {product}.",
  "unknown": "Die Zahlung konnte nicht abgeschlossen werden. Bitte versuchen Sie es noch einmal.",
  "replaced": "Diese Zahlung wurde anderswo neu begonnen. Bitte laden Sie die Seite neu.",
  "pay": "CHF {total} bezahlen",
  "pay.busy": "Zahlung läuft …",
  "error.intent.title": "Die Zahlung konnte nicht gestartet werden",
  "error.form.title": "Das Zahlungsformular konnte nicht geladen werden",
  "error.form.body": "Prüfen Sie Ihre Internetverbindung und ob Ihr Browser Zahlungen blockiert.",
  "notConfigured.title": "Zahlungen nicht eingerichtet",
  "notConfigured.body": "Kartenzahlungen sind hier noch nicht eingerichtet. Es wurde nichts belastet.",
  "backToHome": "Zur Startseite",

  "track": "Auftrag verfolgen",
  "summary.title": "Auftragsübersicht",
  "summary.provider": "Anbieter",
  "summary.service": "Leistung",
  "summary.pickup": "Abholung",
  "summary.address": "Adresse",

  "hold": "Ihr Platz ist reserviert: noch {time}",
  "hold.until": "Ihr Platz ist reserviert bis {time}",
  "declined": "Es wurde nichts belastet. Versuchen Sie eine andere Karte oder fragen Sie Ihre Bank.",

  "payment.successful": "Zahlung erfolgreich",
  "payment.successful.body": "Ihr Auftrag ist bestätigt!",
  "payment.successful.waiting": "Der Anbieter muss noch bestätigen",
  "payment.processing": "Zahlung läuft",
  "payment.processing.body": "Ihr Auftrag ist bestätigt, sobald die Zahlung eingetroffen ist.",
  "payment.failed": "Zahlung fehlgeschlagen",
  "payment.failed.body": "Es wurde nichts belastet. Bitte versuchen Sie es noch einmal.",
  "payment.unpaid": "Auftrag storniert",
  "payment.unpaid.body": "Es wurde nichts belastet.",
  "payment.late": "Zahlung zurückerstattet",
  "payment.late.body": "Sie erhalten {amount} zurück.",

  ...consent,
  "offline": "Dafür braucht es eine Verbindung. Ohne sie wird nichts belastet.",
};
