import type { Translation } from "../catalogue";

export const messages: Translation<"amount"> = {
  "weight": "Poids",
  "pieces": "Pièces",
  "kg": "{weight} kg",
  "upTo": "Jusqu’à {count} pièces",
  "about": "Environ {count} pièces",
  "of.kg": "{service}, {weight} kg",
  "of.upTo": "{service}, jusqu’à {count} pièces",
  "of.about": "{service}, environ {count} pièces",
  "extra": "Poids supplémentaire ({weight} kg)",
  "extraPieces": "Pièces supplémentaires (environ {count})",
  "extras.title": "Options",
  "extras.open": "Ajouter des options : express, délicat, nettoyage à sec",
  "extras.plus": "{name}, +{price}",
  "extras.each": "+{price} par pièce",
  "extras.less": "Un de moins : {name}",
  "extras.more": "Un de plus : {name}",
  "extras.express": "Collecte aujourd’hui, retour dans les 24 heures.",
  "extras.express.today": "Pour les collectes du jour. Choisissez d’abord une heure aujourd’hui.",
  "extras.open.recurring": "Ajouter des options\u202f: délicat, nettoyage à sec",
};
