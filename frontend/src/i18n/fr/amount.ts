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
  "service": "Montant de la prestation",
  "total": "Total",
  "extra": "Poids supplémentaire ({weight} kg)",
  "extraPieces": "Pièces supplémentaires (environ {count})",
  "addOns.title": "Options",
  "addOns.open": "Ajouter des options : express, délicat, nettoyage à sec",
  "addOns.plus": "{name}, +{price}",
  "addOns.each": "+{price} par pièce",
  "addOns.less": "Un de moins : {name}",
  "addOns.more": "Un de plus : {name}",
  "addOns.express": "Collecte aujourd’hui, retour dans les 24 heures.",
  "addOns.express.today": "Pour les collectes du jour. Choisissez d’abord une heure aujourd’hui.",
  "addOns.open.recurring": "Ajouter des options\u202f: délicat, nettoyage à sec",
  "priceChange": "Le prix a changé depuis votre dernière visite : {now} au lieu de {former}.",
  "priceChange.refused":
    "Le prix a changé depuis votre consultation. Il est maintenant de {now} au lieu de {former}. Confirmez à nouveau.",
};
