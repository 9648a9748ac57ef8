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
  "extra": "Mehrgewicht ({weight} kg)",
  "extraPieces": "Weitere Stücke (etwa {count})",
  "extras.title": "Extras",
  "extras.open": "Extras hinzufügen: Express, Feinwäsche, Reinigung",
  "extras.plus": "{name}, +{price}",
  "extras.each": "je +{price}",
  "extras.less": "Eins weniger: {name}",
  "extras.more": "Eins mehr: {name}",
  "extras.express": "Heute abgeholt und innert 24 Stunden zurück.",
  "extras.express.today": "Für Abholungen von heute. Wählen Sie zuerst eine Zeit von heute.",
  "extras.open.recurring": "Extras hinzufügen: Feinwäsche, Reinigung",
};
