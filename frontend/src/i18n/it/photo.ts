import type { Translation } from "../catalogue";

export const messages: Translation<"photo"> = {
  "title": "Foto",
  "add": "Aggiungere una foto",
  "replace": "Sostituire la foto",
  "remove": "Rimuovere la foto",
  "sending": "Invio, {percent}\u00a0%",
  "done": "La nuova foto è visibile.",
  "removed": "La foto è stata rimossa.",
  "tooLarge": "Il file supera i 10 MB.",
};
