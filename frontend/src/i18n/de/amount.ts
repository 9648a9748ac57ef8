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
  "service": "Betrag der Leistung",
  "total": "Total",
  "extra": "Mehrgewicht ({weight} kg)",
  "extraPieces": "Weitere Stücke (etwa {count})",
  "addOns.title": "Zusatzleistungen",
  "addOns.open": "Zusatzleistungen: Express, Feinwäsche, Reinigung",
  "addOns.plus": "{name}, +{price}",
  "addOns.each": "je +{price}",
  "addOns.less": "Eins weniger: {name}",
  "addOns.more": "Eins mehr: {name}",
  "addOns.express": "Heute abgeholt und innert 24 Stunden zurück.",
  "addOns.express.today": "Für Abholungen von heute. Wählen Sie zuerst eine Zeit von heute.",
  "addOns.open.recurring": "Zusatzleistungen: Feinwäsche, Reinigung",
  "priceChange": "Der Preis hat sich seit Ihrem letzten Besuch geändert: {now} statt {former}.",
  "priceChange.refused":
    "Der Preis hat sich inzwischen geändert. Er beträgt jetzt {now} statt {former}. Bitte bestätigen Sie noch einmal.",
};
