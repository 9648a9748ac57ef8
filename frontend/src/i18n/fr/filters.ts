import type { Translation } from "../catalogue";

export const messages: Translation<"filters"> = {
  "label": "Filtres",
  "today": "Aujourd’hui",
  "rating": "{stars} et plus",
  "eco": "Écologique",
  "sort": "Trier par",
  "sort.nearest": "Distance",
  "sort.soonest": "Disponibilité",
  "sort.rated": "Note",
  "clear": "Effacer les filtres ({count})",
  "onePrice": "Un prix pour tous : dès {price}",
  "bounded": "Seuls les {count} voisins les plus proches sont pris en compte. Pour en voir d’autres, changez de lieu.",
  "nobody": "Près de chez vous, personne ne répond à tous ces filtres. Retirez-en un :",
  "nobody.atAll": "Près de chez vous, personne ne répond à ces filtres.",
  "without": "Sans « {filter} » : {count}",
};
