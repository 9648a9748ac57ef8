import type { Translation } from "../catalogue";

export const messages: Translation<"offers"> = {
  "neighbours": "Voisins qui desservent votre adresse",
  "choose": "Réserver chez {name}",
  "second.anyway": "Réserver quand même",
  "second.look": "La voir",
};
