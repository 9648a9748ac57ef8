import type { Translation } from "../catalogue";

export const messages: Translation<"notFound"> = {
  "title": "404 – Page introuvable",
  "body": "Avez-vous oublié d’ajouter la page au routeur ?",
  "lead": "Il n’y a rien à cette adresse ; le lien est peut-être ancien. Cherchez plutôt un voisin.",
  "go": "Chercher",
};
