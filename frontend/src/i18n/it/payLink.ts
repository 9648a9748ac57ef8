import type { Translation } from "../catalogue";

/** The page that a payment link opens, signed in or not. */
export const messages: Translation<"payLink"> = {
  "title": "Pagare l’ordine",
  "loading": "Caricamento dell’ordine…",
  "error": "Impossibile caricare l’ordine.",

  "invalid.title": "Questo link di pagamento non è valido",
  "invalid.body": "È forse incompleto. Lo apra di nuovo dal messaggio.",
  "expired.title": "Il tempo per pagare è scaduto",
  "expired.body":
    "L’orario di ritiro è di nuovo libero per altri. Non è stato addebitato nulla. Prenoti di nuovo per averne un altro.",
  "over.title": "Questo ordine non si può più pagare",
  "over.body": "È stato annullato o rimborsato.",
  "refunded.body": "Il pagamento è arrivato troppo tardi o l’ordine è stato annullato. Le rimborsiamo {amount}.",
  "bookAgain": "Prenotare di nuovo",

  "paid.track": "Seguire l’ordine",
  "waiting.check": "Controllare di nuovo",
};
