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
};
