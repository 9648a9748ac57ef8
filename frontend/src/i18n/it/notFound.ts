import type { Translation } from "../catalogue";

export const messages: Translation<"notFound"> = {
  "title": "404 Pagina non trovata",
  "body": "Ha dimenticato di aggiungere la pagina al router?",
  "lead": "A questo indirizzo non c’è nulla; il link è forse vecchio. Cerchi piuttosto un vicino.",
  "go": "Cercare",
};
