import type { Translation } from "../catalogue";

export const messages: Translation<"skipLink"> = {
  "title": "Saltare questo ritiro",
  "loading": "Caricamento del ritiro…",
  "error": "Impossibile caricare il ritiro.",
  "pickup": "{provider} ritira il Suo bucato",
  "when": "Quando",
  "service": "Servizio",
  "price": "Prezzo",
  "free": "Saltare è gratuito. Ciò che ha pagato Le viene rimborsato.",
  "skip": "Saltare questo ritiro",
  "keep": "Per mantenerlo non deve fare nulla.",
  "skipped.title": "Ritiro saltato",
  "skipped.body": "Non passerà nessuno: {when}. La prenotazione ricorrente continua.",
  "over.title": "Questo ritiro non ha luogo",
  "over.body": "È stato annullato o non si è potuto prenotare.",
  "late.title": "È troppo tardi per saltare questo ritiro",
  "late.body":
    "Un ritiro si può saltare fino a un’ora prima che inizi. Questo è previsto: {when}. Guardi piuttosto il Suo ordine.",
  "orders": "Vedere i miei ordini",
  "series": "Vedere le mie prenotazioni ricorrenti",
  "invalid.title": "Questo link non è valido",
  "invalid.body": "Lo apra di nuovo dal messaggio.",
  "home": "Tornare alla home",
  "offline": "Per saltare un ritiro serve una connessione.",
};
