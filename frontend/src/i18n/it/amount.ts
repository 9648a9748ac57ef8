import type { Translation } from "../catalogue";

/** How much there is to wash or to iron. */
export const messages: Translation<"amount"> = {
  "weight": "Peso",
  "pieces": "Capi",
  "kg": "{weight}\u00a0kg",
  "upTo": "Fino a {count} capi",
  "about": "Circa {count} capi",
  "of.kg": "{service}, {weight}\u00a0kg",
  "of.upTo": "{service}, fino a {count} capi",
  "of.about": "{service}, circa {count} capi",
  "service": "Importo del servizio",
  "total": "Totale",
  "extra": "Peso supplementare ({weight} kg)",
  "extraPieces": "Capi supplementari (circa {count})",
  "addOns.title": "Supplementi",
  "addOns.open": "Supplementi: express, delicati, a secco",
  "addOns.plus": "{name}, +{price}",
  "addOns.each": "+{price} per capo",
  "addOns.less": "Uno in meno: {name}",
  "addOns.more": "Uno in più: {name}",
  "addOns.express": "Ritiro oggi, riconsegna entro 24 ore.",
  "addOns.express.today": "Per i ritiri di oggi. Scelga prima un orario di oggi.",
  "addOns.open.recurring": "Supplementi: delicati, a secco",
  "priceChange": "Il prezzo è cambiato dalla Sua ultima visita: {now} invece di {former}.",
  "priceChange.refused": "Nel frattempo il prezzo è cambiato: ora è di {now} invece di {former}. Confermi di nuovo.",
};
