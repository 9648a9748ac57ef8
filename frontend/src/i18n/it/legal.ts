import type { Translation } from "../catalogue";

export const messages: Translation<"legal"> = {
  "updated": "Ultimo aggiornamento: {day}",
  "privacy.updated": "Ultimo aggiornamento: {day}",
  "contactSupport": "Contattare l’assistenza",
  "owner.title": "Chi gestisce {product}",
  "owner.demo": "Questa è una dimostrazione: nulla viene realmente venduto e l’azienda è inventata.",
  "owner.vat": "IDI e numero IVA: {number}",

  "terms.title": "Condizioni generali",
  "terms.lead": "Diritti e obblighi reciproci di clienti, fornitori e {product}.",
  "terms.role.title": "Che cos’è {product}",
  "terms.role.body":
    "{product} è una piattaforma d’intermediazione. I vicini offrono servizi di lavanderia, i clienti li prenotano e {product} mette in contatto gli uni con gli altri, incassa il pagamento e lo trasmette. Il contratto relativo al servizio è concluso tra il cliente e il fornitore; {product} è parte unicamente del contratto relativo all’uso della piattaforma.",
  "terms.account.title": "Account",
  "terms.account.body":
    "Può consultare l’offerta come ospite. Per prenotare occorre un account con il nome vero e un indirizzo e-mail al quale è raggiungibile. Non riveli a nessuno la Sua password: gli atti compiuti con il Suo account si considerano compiuti da Lei, salvo che ci abbia comunicato che qualcun altro ne dispone.",
  "terms.prices.title": "Servizi e prezzi",
  "terms.prices.body":
    "I prezzi sono indicati in franchi svizzeri e comprendono tutto ciò che fatturiamo. Vanno da CHF {figureLowest} a {figureHighest} per servizio e sono indicati per intero prima della conferma:",
  "terms.prices.standard": "Lava e piega standard: CHF {figureStandardExact}, fino a 10 kg, riconsegna entro 48–72 ore",
  "terms.prices.premium": "Cura premium: CHF {figurePremiumExact}, fino a 10 kg, riconsegna entro 24–48 ore",
  "terms.prices.ironing": "Solo stiratura: CHF {figureIroningExact}, fino a 10 capi, riconsegna entro 24–48 ore",
  "terms.prices.weight": "Ogni chilogrammo oltre i 10: CHF {figureExtraKg}, fino a 15 kg",
  "terms.prices.addOns":
    "Supplementi: express in giornata CHF {figureExpress} (in alcune zone: ritiro oggi, riconsegna entro 24 ore), capi delicati CHF {figureDelicate}, lavaggio a secco da CHF {figureCleaningFrom} a {figureCleaningTo} per capo",
  "terms.prices.fee": "Commissione della piattaforma: CHF {figureFee} per ogni ordine",
  "terms.booking.title": "Prenotazione e pagamento",
  "terms.booking.body":
    "I ritiri avvengono di norma a ogni ora dalle 9:00 alle 17:00, di solito tra le 8:00 e le 12:00 o tra le 13:00 e le 17:00, nei giorni in cui il fornitore è libero; alcuni fornitori hanno altri orari sotto «Altre date». La prenotazione è effettuata al momento della conferma; il posto Le è riservato per {figureHold}, entro i quali deve pagare con carta. La maggior parte dei fornitori accetta immediatamente. Il fornitore che conferma manualmente dispone di 2 ore, ma al più tardi fino al ritiro; se non conferma, l’intero importo Le è rimborsato. È rimborsato anche un pagamento che perviene dopo i {figureHold}, salvo che il posto sia ancora libero.",
  "terms.recurring.title": "Ritiri ricorrenti",
  "terms.recurring.body":
    "Una prenotazione ricorrente è effettuata e addebitata sulla carta salvata 48 ore prima di ogni ritiro; il modulo lo indica prima della creazione, anche qualora il primo ritiro sia addebitato subito. Fino a quel momento può in ogni tempo saltare o spostare il ritiro o disdire la prenotazione.",
  "terms.cancel.title": "Annullamento e modifica",
  "terms.cancel.body":
    "Può annullare o modificare gratuitamente una prenotazione fino a {figureBefore} prima del ritiro e in ogni caso entro {figureAfter} dalla prenotazione. In seguito possono essere dovute spese secondo le regole del fornitore, al massimo nella misura della quota dell’importo del servizio indicata prima che Lei confermi l’annullamento; il resto Le è rimborsato. Se l’annullamento è dovuto al fornitore o a {product}, Le è rimborsato l’intero importo.",
  "terms.handBack.title": "Impedimento del fornitore",
  "terms.handBack.body":
    "Il fornitore che non può eseguire un ordine confermato lo cede. Interpelliamo dapprima Lei: può annullare gratuitamente oppure consentire che al massimo tre vicini disponibili lo assumano allo stesso prezzo e alle stesse condizioni. Se nessuno lo assume entro 2 ore, o al più tardi 1 ora prima del ritiro, l’intero importo Le è rimborsato.",
  "terms.quality.title": "Qualità e danni",
  "terms.quality.body":
    "La Sua soddisfazione conta. Segnali danni o capi mancanti entro 24 ore dalla consegna, se possibile con foto: regoliamo il caso con il fornitore e la sua assicurazione. Svuoti le tasche e indichi nella nota ciò che richiede cure particolari: nessuno risponde di quanto è stato lasciato in una tasca o non è stato indicato come delicato.",
  "terms.reviews.title": "Recensioni",
  "terms.reviews.body":
    "Chi ha fatto eseguire un ordine può valutarlo una volta, assegnando da una a cinque stelle. Pubblichiamo quanto scritto così com’è e nascondiamo soltanto ciò che è offensivo, illecito o estraneo al servizio. Il fornitore può rispondere una volta.",
  "terms.provider.title": "Requisiti per i fornitori",
  "terms.provider.body":
    "Chiunque può candidarsi come fornitore. Prima della prima prenotazione verifichiamo, entro 5–7 giorni lavorativi:",
  "terms.provider.identity": "Identità, iscrizione della ditta e assicurazione",
  "terms.provider.background": "Precedenti",
  "terms.provider.references": "Referenze",
  "terms.provider.cover": "Copertura di responsabilità civile di almeno 1 milione di franchi",
  "terms.payouts.title": "Versamenti ai fornitori",
  "terms.payouts.body":
    "Al fornitore è versato quanto pagato dal cliente, dedotta la commissione della piattaforma, una volta alla settimana per gli ordini conclusi. Gli importi contestati sono trattenuti fino alla definizione della controversia. I fornitori sono indipendenti: provvedono da sé a imposte, assicurazioni sociali e autorizzazioni e, se vi sono assoggettati, fatturano l’IVA.",
  "terms.conduct.title": "Uso corretto",
  "terms.conduct.body":
    "Non prenoti ciò di cui non intende usufruire, non concordi pagamenti al di fuori di {product} e tratti gli altri con rispetto. Numeri di telefono e indirizzi servono esclusivamente all’ordine. Gli account che arrecano danno ad altri vengono chiusi.",
  "terms.liability.title": "Responsabilità",
  "terms.liability.body":
    "{product} risponde delle proprie prestazioni, ossia la piattaforma e i pagamenti, secondo la legge; per negligenza lieve soltanto nella misura imposta dalla legge. Del bucato stesso risponde il fornitore. Il ritiro in giornata dipende da chi è libero nei dintorni.",
  "terms.changes.title": "Modifica delle condizioni",
  "terms.changes.body":
    "Comunichiamo le modifiche via e-mail con 30 giorni di anticipo. Se non le accetta, può chiudere il Suo account prima che si applichino. A un ordine si applicano le condizioni in vigore al momento in cui è stato effettuato.",
  "terms.law.title": "Diritto applicabile e foro",
  "terms.law.body":
    "Si applica il diritto svizzero. Il foro è Zurigo, salvo che per i consumatori la legge ne preveda un altro. Se qualcosa non va, ci scriva dapprima: la nostra assistenza c’è {figureDays} {figureHours} (ora svizzera), risponde alle e-mail entro 24 ore e la maggior parte dei casi si risolve in un giorno.",

  "privacy.title": "Informativa sulla privacy",
  "privacy.lead": "Quali dati conserviamo, perché, e che cosa può esigere da noi.",
  "privacy.settings": "Impostazioni della privacy",
  "privacy.collect.title": "Quali dati conserviamo",
  "privacy.collect.body":
    "Nome, indirizzo e-mail e numero di telefono; gli indirizzi che indica per il ritiro e la consegna; ordini, messaggi, foto e valutazioni; quanto scrive alla nostra assistenza; ciò che desidera sempre per il Suo bucato, allergie comprese se sceglie di indicarle; i Suoi dispositivi che possono mostrare notifiche; dei dispositivi con accesso attivo, il browser, il sistema e l’inizio dell’indirizzo di rete; per un giorno, l’indirizzo di rete da cui è arrivata una password sbagliata o l’invio di chi non ha effettuato l’accesso. Dei fornitori anche i dati della candidatura: l’attività, i documenti, il conto sul quale ricevono i versamenti. I numeri di carta vanno direttamente al nostro fornitore di servizi di pagamento e non ci pervengono mai; vediamo la marca e le ultime quattro cifre.",
  "privacy.use.title": "A che scopo li trattiamo",
  "privacy.use.body":
    "Per eseguire le Sue prenotazioni, incassare e rimborsare i pagamenti, informarla sullo stato di un ordine, risponderle e tenere la contabilità richiesta dalla legge. Nulla è venduto e nulla è usato a fini pubblicitari senza il Suo consenso. Nessuno è giudicato unicamente da una macchina: su candidature, recensioni e account decidono gli operatori.",
  "privacy.share.title": "Chi vede che cosa",
  "privacy.share.body":
    "Fino al pagamento il fornitore vede il Suo nome e l’iniziale del cognome; in seguito anche l’indirizzo e il numero di telefono, poiché sono necessari per il ritiro, e al massimo fino a 30 giorni dopo l’ordine. Per un ordine pagato il fornitore vede anche ciò che desidera sempre per il Suo bucato, allergie comprese. Le Sue valutazioni mostrano il nome e l’iniziale del cognome. Anche i fornitori valutano i clienti, solo con le stelle: gli altri fornitori ne vedono unicamente la media, a partire da tre valutazioni. Le foto in una conversazione o in una segnalazione di danni sono visibili a entrambe le parti di quell’ordine. Gli operatori consultano ordini, documenti e conversazioni soltanto se il loro lavoro lo richiede; ogni consultazione è registrata. I pagamenti sono trattati da Stripe, che ha regole proprie e può conservare dati nell’Unione europea e negli Stati Uniti, con le garanzie richieste dalla legge.",
  "privacy.position.title": "Posizione",
  "privacy.position.body":
    "La Sua posizione è usata per trovare vicini solo quando lo chiede, e non è conservata. Un fornitore in viaggio può condividere la propria con il cliente di quell’ordine e con nessun altro; si conserva una sola posizione, mai un percorso, e al più tardi un’ora dopo l’ordine è eliminata. Può disattivare entrambe le funzioni nelle impostazioni della privacy.",
  "privacy.retention.title": "Per quanto tempo",
  "privacy.retention.account": "Dati dell’account: finché l’account è attivo, più 3 anni",
  "privacy.retention.orders": "Cronologia degli ordini: 7 anni",
  "privacy.retention.support": "Richieste all’assistenza: 3 anni",
  "privacy.retention.photos":
    "Foto di ritiro e consegna: 90 giorni dopo l’ordine; foto nei messaggi e nelle segnalazioni di danni: 1 anno",
  "privacy.rights.title": "I Suoi diritti",
  "privacy.rights.body":
    "Nelle impostazioni della privacy ottiene entro 24 ore una copia di tutto ciò che conserviamo su di Lei e può far eliminare il Suo account. Può anche rivolgersi a noi o far rettificare dati: rispondiamo alle richieste sulla privacy entro 30 giorni, secondo la legge federale sulla protezione dei dati (LPD) e, dove applicabile, il regolamento generale sulla protezione dei dati (RGPD). Può inoltre presentare un reclamo all’Incaricato federale della protezione dei dati e della trasparenza (IFPDT).",
  "privacy.choices.title": "Che cosa decide Lei",
  "privacy.choices.body":
    "Cinque interruttori nelle impostazioni della privacy stabiliscono se possiamo contare come viene usata l’app, inviarle offerte, notificarle novità, usare la Sua posizione e trasmettere dati a partner. Può cambiarli in ogni tempo; conserviamo quando l’ha fatto e in base a quale testo.",
  "privacy.contact.title": "Responsabile della protezione dei dati",
  "privacy.contact.body": "Raggiungibile tramite la nostra assistenza, da lunedì a venerdì, 9:00–17:00 (ora svizzera).",
  "privacy.security.title": "Sicurezza dei dati",
  "privacy.security.body":
    "Tutto è trasmesso in forma cifrata. Le password sono conservate come hash irreversibili, i documenti e le foto in un luogo al quale non porta alcun indirizzo pubblico. Se si verifica una violazione che La espone a un rischio, informiamo senza indugio Lei e le autorità.",
  "privacy.cookies.title": "Cookie e memoria locale",
  "privacy.cookies.body":
    "I cookie sono cinque: «sessionid» mantiene l’accesso, fino a due settimane dopo la Sua ultima visita; «csrftoken» protegge i moduli, per un anno; «device» La lascia entrare dal Suo dispositivo mentre qualcun altro cerca di indovinare la password, per due anni; «language» e «theme» ricordano ciò che ha scelto, per un anno. Dove paga, Stripe imposta i propri, contro le frodi. Il Suo browser memorizza inoltre quanto ha scritto in una prenotazione non conclusa e, affinché l’app funzioni senza connessione, i Suoi ordini e ciò che attende l’invio; quando esce dall’account tutto è eliminato, e dopo 7 giorni scompare da sé. Finché non lo elimina, conserva anche l’NPA che ha scelto, i preferiti senza account e piccole impostazioni, ad esempio quali notifiche ha letto. Non vi sono cookie pubblicitari o di tracciamento.",
  "privacy.changes.title": "Modifica dell’informativa",
  "privacy.changes.body": "Comunichiamo le modifiche via e-mail con 30 giorni di anticipo.",
  "privacy.map.title": "Fonti",
  "privacy.map.body":
    "Le distanze sono calcolate in base agli NPA svizzeri; le coordinate provengono da GeoNames (CC BY 4.0).",
};
