import type { Translation } from "../catalogue";

export const messages: Translation<"checkout"> = {
  "title": "Pagamento",
  "loading": "Caricamento dell’ordine…",

  "noOrder.title": "Nessun ordine trovato",
  "noOrder.body": "Il link è forse incompleto. Trova i Suoi ordini in Ordini.",
  "noOrder.action": "I Suoi ordini",
  "signIn.title": "Acceda per pagare",
  "signIn.body": "Un ordine lo paga chi lo ha effettuato.",
  "error.order": "Impossibile caricare l’ordine.",

  "notKept": "L’ordine è effettuato, ma l’indirizzo non è stato salvato",
  "notKept.drop": "Non salvarlo",

  "cancelled.title": "Questo ordine è stato annullato",
  "cancelled.body": "Non si può più pagare.",
  "expired.title": "Il Suo posto non è più riservato",
  "expired.body":
    "Il tempo per pagare è scaduto e il posto è di nuovo libero per altri. Non è stato addebitato nulla. Prenoti di nuovo per avere un altro posto.",
  "bookAgain": "Prenotare di nuovo",

  "card.title": "Pagare con",
  "card.another": "Un’altra carta",

  "next.title": "Che cosa succede ora",
  "next.charged": "Addebito immediato di {total}, quando preme il pulsante.",
  "next.free": "Annullamento gratuito fino a {time}.",
  "next.back": "Riconsegna entro {day}.",
  "next.wrong": "Qualcosa non va? Ce lo dica entro 24 ore dalla riconsegna.",
  "next.support": "Assistenza",

  "hold.later": "Finché il posto è riservato, può uscire e pagare più tardi da Ordini.",
};
