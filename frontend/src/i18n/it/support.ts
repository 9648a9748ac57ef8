import type { Translation } from "../catalogue";
import faq from "./faq.json";
import help from "./help.json";

export const messages: Translation<"support"> = {
  "support.title": "Assistenza",
  "support.lead": "Risposte alle domande frequenti e persone che La aiutano.",
  "chat.title": "Chat dal vivo",
  "chat.hours": "{figureDays} {figureHours} (ora svizzera)",
  "chat.body": "Una persona Le risponde qui, nella stessa conversazione che per e-mail.",
  "chat.open": "Ci siamo fino a {time}.",
  "chat.closed":
    "Ora non c’è nessuno. Torniamo {day} alle {time}; a ciò che scrive fino ad allora rispondiamo per e-mail.",
  "chat.start": "Iniziare la chat",
  "chat.write": "Scriverci",
  "chat.signIn": "Accedere per chattare",
  "chat.error": "Impossibile sapere se c’è qualcuno.",
  "phone.title": "Telefono",
  "phone.hours": "{figureDays} {figureHours} (ora svizzera)",
  "phone.body": "Per tutto ciò che è urgente in un ritiro o una consegna.",
  "email.title": "E-mail",
  "email.hours": "Risposta entro 24 ore",
  "email.body": "Per tutto il resto e per i documenti.",
  "links.services": "Servizi e prezzi",
  "links.help": "Aiuto e guide",
  "owner": "{product} è gestito da {name}, {address}.",
  "owner.demo": "Questa è una dimostrazione: nulla viene realmente venduto e l’azienda è inventata.",

  "faq.title": "Domande frequenti",
  "faq.search": "Cercare tra le domande",
  "faq.empty": "Nessuna domanda corrisponde a «{query}». Provi un’altra parola o ci scriva.",
  // The server describes the same questions to search engines.
  ...faq,

  "services.title": "I nostri servizi",
  "services.lead": "Ritirato alla Sua porta e riconsegnato, da un vicino di cui può fidarsi.",
  "services.book": "Prenotare",
  "services.first": "Prenotare la prima volta",
  "services.turnaround": "Riconsegna entro {hours}",
  "services.standard.body":
    "Lavato per colore, asciugato e piegato. Per abiti di tutti i giorni, asciugamani e lenzuola.",
  "services.standard.hours": "48–72 ore",
  "services.premium.body": "Programmi delicati, prodotti ecologici, stirato e appeso. Per ciò che Le sta più a cuore.",
  "services.premium.hours": "24–48 ore",
  "services.ironing.body": "Fino a 10 capi, stirati e su grucce. Li consegni già lavati.",
  "services.ironing.hours": "24–48 ore",
  "services.addons.title": "Supplementi",
  "services.addons.lead":
    "Si prenotano e si pagano con l’ordine. Express vale per i ritiri di oggi, con riconsegna entro 24 ore.",
  "services.addons.book":
    "{count, plural, one {Prenotare con questo supplemento} many {Prenotare con # di supplementi} other {Prenotare con # supplementi}}",
  "services.addons.plus": "+{price}",
  "services.addons.each": "+{price} per capo",
  "services.pricing.title": "I prezzi in dettaglio",
  "services.pricing.included": "Peso incluso",
  "services.pricing.includedValue": "fino a {kg} kg",
  "services.pricing.extra": "Ogni kg oltre i {kg} kg",
  "services.pricing.max": "Peso massimo",
  "services.pricing.maxValue": "{kg} kg",
  "services.pricing.fee": "Commissione della piattaforma, per ordine",
  "services.pricing.range": "Fascia di prezzo",
  "services.pricing.rangeValue": "CHF {figureLowest}–{figureHighest}",

  "help.title": "Aiuto",
  "help.lead": "Brevi guide passo per passo, e da consultare.",
  "help.search": "Cercare nell’aiuto",
  "help.empty": "Qui non c’è nulla su «{query}». Provi un’altra parola o ci scriva.",
  "help.picture.book":
    "La scheda di un fornitore nella home: nome e valutazione, la prossima ora libera, il prezzo e Prenotare.",
  "help.picture.track": "Le sei tappe in Seguire; la quinta, Consegna, è evidenziata.",
  "help.picture.rate": "Un ordine concluso con Valutare e Ordinare ancora, e sotto cinque stelle.",
  "help.picture.offer":
    "Un incarico nell’area fornitori: ora del ritiro, cliente, indirizzo e il pulsante della tappa successiva.",
  "help.tutorials.title": "Passo per passo",
  "help.guides.title": "In breve",
  "help.pdf.title": "Da conservare o stampare",
  "help.pdf.kind": "PDF",
  // The server makes the PDFs of the same texts.
  ...help,
};
