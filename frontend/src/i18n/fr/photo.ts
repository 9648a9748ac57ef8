import type { Translation } from "../catalogue";

export const messages: Translation<"photo"> = {
  "title": "Photo",
  "add": "Ajouter une photo",
  "replace": "Remplacer la photo",
  "remove": "Supprimer la photo",
  "sending": "Envoi, {percent} %",
  "done": "Votre nouvelle photo est visible.",
  "removed": "Votre photo est supprimée.",
  "tooLarge": "Le fichier dépasse 10 Mo.",
};
