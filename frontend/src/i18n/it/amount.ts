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
  "extra": "Peso supplementare ({weight} kg)",
  "extraPieces": "Capi supplementari (circa {count})",
  "extras.title": "Supplementi",
  "extras.open": "Supplementi: express, delicati, a secco",
  "extras.plus": "{name}, +{price}",
  "extras.each": "+{price} per capo",
  "extras.less": "Uno in meno: {name}",
  "extras.more": "Uno in più: {name}",
  "extras.express": "Ritiro oggi, riconsegna entro 24 ore.",
  "extras.express.today": "Per i ritiri di oggi. Scelga prima un orario di oggi.",
  "extras.open.recurring": "Supplementi: delicati, a secco",
};
