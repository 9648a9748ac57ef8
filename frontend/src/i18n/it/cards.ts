import type { Translation } from "../catalogue";

/** The cards that an account has saved. */
export const messages: Translation<"cards"> = {
  "title": "Metodi di pagamento",
  "lead": "La carta predefinita paga le prenotazioni ricorrenti.",
  "default": "Predefinita",
  "expired": "Scaduta",
  "number": "{brand} che termina con {last4}",
  "expires": "Scade {month}",
  "defaultExpires": "Predefinita, scade {month}",
  "expiredOn": "Scaduta {month}",
  "makeDefault": "Usare come predefinita",
  "made": "Carta predefinita cambiata",
  "notMade": "Carta predefinita non cambiata",
  "empty.title": "Ancora nessuna carta",
  "empty.body":
    "Salvi una carta qui, o spunti la casella quando paga: le prenotazioni ricorrenti si pagheranno da sole.",
  "error": "Impossibile caricare le carte.",

  "add": "Aggiungere una carta",
  "add.title": "Nuova carta",
  "add.save": "Salvare la carta",
  "add.busy": "Salvataggio della carta…",
  "add.cancel": "Annullare",
  "add.error": "Impossibile aprire il modulo della carta",
  "added": "Carta salvata",
  "added.body": "È pronta per la prossima prenotazione.",
  "notAdded": "Carta non salvata",
  "notAdded.body": "Impossibile salvare la carta. Riprovi.",

  "remove": "Rimuovere",
  "removed": "Carta rimossa",
  "removed.body":
    "{card}. Le prenotazioni ricorrenti che pagava useranno la carta predefinita, o Le chiederanno ogni volta di pagare.",
  "notRemoved": "Non rimossa",
  "offline": "Per i metodi di pagamento serve una connessione.",
};
