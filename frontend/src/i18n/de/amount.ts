import type { Translation } from "../catalogue";

export const messages: Translation<"amount"> = {
  "weight": "Gewicht",
  "pieces": "Stückzahl",
  "kg": "{weight} kg",
  "upTo": "Bis {count} Stück",
  "about": "Etwa {count} Stück",
  "of.kg": "{service}, {weight} kg",
  "of.upTo": "{service}, bis {count} Stück",
  "of.about": "{service}, etwa {count} Stück",
};
