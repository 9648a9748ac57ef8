import type { Translation } from "../catalogue";

/** What the list of neighbours can be narrowed down to, and in which order it stands. */
export const messages: Translation<"filters"> = {
  "label": "Filtri",
  "today": "Oggi",
  "rating": "{stars} o più",
  "eco": "Ecologico",
  "sort": "Ordinare per",
  "sort.nearest": "Più vicini",
  "sort.soonest": "Liberi prima",
  "sort.rated": "Più apprezzati",
  "clear": "Togliere i filtri ({count})",
  "onePrice": "Un prezzo per tutti: da {price}",
  "bounded": "Consideriamo solo i {count} più vicini. Per altri, scelga un altro luogo.",
  "nobody": "Nei dintorni nessuno corrisponde a tutti questi filtri. Ne tolga uno:",
  "nobody.atAll": "Nei dintorni nessuno corrisponde a questi filtri.",
  "without": "Senza «{filter}»: {count}",
};
