import type { Translation } from "../catalogue";

export const messages: Translation<"photo"> = {
  "title": "Foto",
  "add": "Foto hinzufügen",
  "replace": "Foto ersetzen",
  "remove": "Foto entfernen",
  "sending": "Wird gesendet, {percent}\u00a0%",
  "done": "Ihr neues Foto ist zu sehen.",
  "removed": "Ihr Foto ist entfernt.",
  "tooLarge": "Die Datei ist grösser als 10 MB.",
};
