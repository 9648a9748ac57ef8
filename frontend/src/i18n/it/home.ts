import type { Translation } from "../catalogue";

export const messages: Translation<"home"> = {
  "title": "Bucato fresco, dalla porta accanto",

  "book.title": "Prenotare",
  "book.body": "Da {figureStandard} CHF + commissione",
  "offer.title": "Aiutare il vicinato",
  "offer.body": "Lavi e stiri per i Suoi vicini",

  "steps.title": "Come funziona",
  "steps.book.title": "Prenotare",
  "steps.book.body": "Scelga che cosa Le serve e quando. Ci vogliono meno di 2 minuti.",
  "steps.pickup.title": "Ritiro",
  "steps.pickup.body": "Il fornitore ritira il bucato alla Sua porta.",
  "steps.clean.title": "Lavaggio professionale",
  "steps.clean.body": "Lavato, asciugato, piegato e stirato con prodotti ecologici.",
  "steps.deliver.title": "Consegna",
  "steps.deliver.body": "Il bucato fresco torna da Lei. Può seguire ogni passo.",
  "steps.start": "Iniziare ora",

  "trust.title": "Perché {product}",
  "trust.fast.title": "Veloce",
  "trust.fast.body": "Disponibile in giornata",
  "trust.quality.title": "Di qualità",
  "trust.quality.body": "Fornitori verificati e assicurati",
  "trust.tracking.title": "In tempo reale",
  "trust.tracking.body": "Dal ritiro alla Sua porta",
  "trust.satisfaction.title": "Soddisfazione",
  "trust.satisfaction.body": "100\u00a0% soddisfatti",
};
