import type { Translation } from "../catalogue";

export const messages: Translation<"filters"> = {
  "label": "Filter",
  "today": "Heute",
  "rating": "Ab {stars} Sternen",
  "eco": "Umweltfreundlich",
  "sort": "Sortieren",
  "sort.nearest": "Am nächsten",
  "sort.soonest": "Am frühesten frei",
  "sort.rated": "Am besten bewertet",
  "clear": "Filter löschen ({count})",
  "onePrice": "Ein Preis für alle: ab {price}",
  "bounded": "Berücksichtigt sind nur die {count} nächsten. Für andere wählen Sie einen anderen Ort.",
  "nobody": "In Ihrer Nähe passt niemand zu all diesen Filtern. Lassen Sie einen weg:",
  "nobody.atAll": "In Ihrer Nähe passt niemand zu diesen Filtern.",
  "without": "Ohne «{filter}»: {count}",
};
