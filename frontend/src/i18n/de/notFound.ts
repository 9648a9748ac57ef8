import type { Translation } from "../catalogue";

export const messages: Translation<"notFound"> = {
  "title": "404 – Seite nicht gefunden",
  "body": "Haben Sie vergessen, die Seite im Router einzutragen?",
  "lead": "Hier gibt es nichts; vielleicht ist der Link alt. Suchen Sie jemanden in Ihrer Nachbarschaft.",
  "go": "Suchen",
};
