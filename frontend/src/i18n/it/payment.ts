import type { Translation } from "../catalogue";
import consent from "./consent.json";

/** The card form, wherever it stands, and what customers agree to when they save a card. */
export const messages: Translation<"payment"> = {
  "title": "Pagamento con carta",
  "test": "Pagamenti di prova",
  "loadingForm": "Caricamento del modulo di pagamento…",
  "safe": "I dati della carta vanno direttamente a Stripe e non arrivano mai a {product}.",
  "unknown": "Impossibile concludere il pagamento. Riprovi.",
  "replaced": "Questo pagamento è stato ricominciato altrove. Ricarichi la pagina.",
  "pay": "Pagare {total} CHF",
  "pay.busy": "Pagamento in corso…",
  "error.intent.title": "Impossibile avviare il pagamento",
  "error.form.title": "Impossibile caricare il modulo di pagamento",
  "error.form.body": "Controlli la connessione internet e che nel browser nulla blocchi i pagamenti.",
  "notConfigured.title": "Pagamenti non configurati",
  "notConfigured.body": "Qui i pagamenti con carta non sono ancora configurati. Non è stato addebitato nulla.",
  "backToHome": "Tornare alla home",

  "track": "Seguire l’ordine",
  "summary.title": "Riepilogo dell’ordine",
  "summary.provider": "Fornitore",
  "summary.service": "Servizio",
  "summary.pickup": "Ritiro",
  "summary.address": "Indirizzo",

  "hold": "Posto riservato ancora per {time}",
  "hold.until": "Posto riservato fino a {time}",
  "declined": "Non è stato addebitato nulla. Provi un’altra carta o chieda alla Sua banca.",

  // After a payment (specification point 8); shown by checkout, and by tracking after a bank's own page.
  "payment.successful": "Pagamento riuscito",
  "payment.successful.body": "Il Suo ordine è confermato!",
  "payment.successful.waiting": "In attesa della conferma del fornitore",
  "payment.processing": "Pagamento in elaborazione",
  "payment.processing.body": "L’ordine è confermato appena arriva il pagamento.",
  "payment.failed": "Pagamento non riuscito",
  "payment.failed.body": "Non è stato addebitato nulla. Riprovi.",
  "payment.unpaid": "Ordine annullato",
  "payment.unpaid.body": "Non è stato addebitato nulla.",
  "payment.late": "Pagamento rimborsato",
  "payment.late.body": "Le rimborsiamo {amount}.",

  // Stored with the card as what its owner agreed to: the server reads the same file.
  ...consent,
  "offline": "Serve una connessione. Senza, non si addebita nulla.",
};
