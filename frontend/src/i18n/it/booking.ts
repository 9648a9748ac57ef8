import type { Translation } from "../catalogue";

export const messages: Translation<"booking"> = {
  "title": "Prenotare",
  "lead": "Ritiro e consegna inclusi. Si paga alla fine.",

  "noProvider.title": "Nessun fornitore scelto",
  "noProvider.body": "Scelga prima un fornitore",
  "goBackHome": "Tornare alla home",
  "unknown.title": "Questo fornitore non è disponibile",
  "unknown.body":
    "Il link è forse vecchio, o al momento il fornitore non accetta prenotazioni. Ne scelga un altro vicino a Lei.",
  "error.load": "Impossibile caricare il fornitore.",
  "error.times": "Impossibile caricare gli orari di ritiro.",

  "provider.title": "Il Suo fornitore",
  "provider.available": "Libero ora",
  "provider.nextFree": "Primo orario: {time}",
  "provider.manual": "Conferma manuale",

  "manual.tooSoon": "{name} conferma manualmente, e {time} è troppo presto. Scelga un orario tra almeno {hours} ore.",
  "manual.tooSoon.neighbours":
    "{name} conferma manualmente, e {time} è troppo presto. Scelga un orario tra almeno {hours} ore, o qualcuno che conferma subito.",

  "service.title": "Servizio",
  "service.standard": "Lavato, asciugato e piegato in 48–72\u00a0h",
  "service.premium": "{difference} CHF, con più cura, in 24–48\u00a0h",
  "service.ironing": "Stiratura di 10 capi al massimo",
  "service.pickup": "Ritiro: {time}",
  "backBy": "Riconsegna entro {day}",

  "weight.label": "Peso in chilogrammi",
  "weight.hint":
    "Fino a {included} kg è tutto incluso, ogni kg in più costa {price}. Una lavatrice piena corrisponde a circa 6 kg.",

  "pieces.more": "Più di {count} capi",
  "pieces.hint":
    "Una camicia conta come un capo, un lenzuolo come due. Ogni passo è di {step} kg, circa {pieces} capi in più, e costa {price}.",

  "address.title": "Indirizzo di ritiro",
  "address.hint": "Il bucato torna allo stesso indirizzo.",
  "address.street": "Via e numero",
  "address.street.placeholder": "Via Stazione 1",
  "address.city": "Località",
  "address.postalCode": "NPA",
  "address.keep": "Salvare questo indirizzo",
  "address.keep.body": "La prossima volta Le viene proposto.",
  "address.street.missing": "Inserisca via e numero",
  "address.city.missing": "Inserisca la località",
  "address.postalCode.missing": "Inserisca l’NPA",
  "address.postalCode.unknown_postal_code": "Non è un NPA svizzero",
  "address.postalCode.not_served": "Zona non servita",

  "notServed": "{name} non serve la zona {postalCode}. Scelga un altro indirizzo o un altro fornitore.",
  "notServed.neighbours": "{name} non serve la zona {postalCode}. Questi vicini sì:",

  "pickup.title": "Orario di ritiro",
  "pickup.date": "Data di ritiro preferita",
  "pickup.time": "Ora di ritiro preferita",
  "pickup.noTimes": "Nessun orario libero",
  "pickup.from": "Dalle {time}",
  "pickup.left": "Ancora {count}",
  "pickup.full": "Completo",
  "pickup.held": "Riservato per Lei",
  "pickup.past": "Passato",
  "pickup.closed": "Chiuso",
  "pickup.gone": "Questo orario non è più prenotabile. Ne scelga un altro.",
  "pickup.choose": "Scelga un orario di ritiro.",
  "pickup.more": "Altre date",
  "pickup.more.caption": "Calendario",
  "pickup.change": "Modificare",
  "pickup.seeAll": "Vedere tutti gli orari liberi",
  "pickup.lost": "Orario non più prenotabile: {time}. Ne scelga un altro.",
  "pickup.lost.replaced": "Orario non più prenotabile: {time}. Abbiamo scelto per Lei il prossimo libero.",
  "pickup.repeat": "Ne ha bisogno regolarmente? <link>Prenotazione ricorrente</link>",
  "pickup.none.title": "Nessun ritiro libero oggi o domani",
  "pickup.none.body":
    "{name} non ha posti liberi in nessuno dei due giorni. Scelga un giorno successivo o un altro fornitore.",
  "pickup.none.action": "Scegliere un altro fornitore",

  "dates.title": "Altre date",
  "dates.lead": "Tutti gli orari liberi di {name}, o lo stesso ritiro a intervalli regolari.",
  "dates.back": "Tornare alla prenotazione",

  "note.open": "Aggiungere una nota per il fornitore",
  "note.label": "Nota per il fornitore",
  "note.hint": "Per esempio: suonare due volte, niente ammorbidente, il sacco è nell’atrio.",

  "summary.title": "Prezzo",
  "summary.pickup": "Ritiro",
  "summary.back": "Riconsegna entro",
  "summary.noTime": "Scegliere un orario",
  "confirm": "Confermare",
  "confirm.busy": "Creazione dell’ordine…",
  "confirm.needsStreet": "Aggiunga la via per continuare",
  "confirm.note":
    "Nel passo seguente paga con carta. L’annullamento è gratuito fino a {figureBefore} prima del ritiro.",

  "toast.error": "Errore",
  "toast.incomplete": "Compili tutti i campi obbligatori",
  "toast.created": "Ordine creato",
  "toast.goOn": "Avanti",
  "toast.created.body": "Passiamo al pagamento…",
  "toast.again.body": "L’ordine precedente non è stato pagato in tempo, perciò questo è nuovo.",
  "toast.placed": "Già ordinato",
  "toast.open.body": "Questo ordine attende il pagamento.",
  "toast.paid.body": "Ha già pagato questo ordine.",
  "toast.failed": "Impossibile creare l’ordine. Riprovi.",
  "unpaid.link": "Vedere gli ordini non pagati",
  "offline": "Per prenotare serve una connessione.",
};
