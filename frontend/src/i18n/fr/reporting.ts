import type { Translation } from "../catalogue";

export const messages: Translation<"reporting"> = {
  "reason": "Qu’est-ce qui ne va pas ?",
  "reason.choose": "Choisir un motif",
  "reason.required": "Choisissez ce qui ne va pas",
  "reason.offensive": "Injurieux ou haineux",
  "reason.untrue": "Faux",
  "reason.private": "Noms ou détails privés",
  "reason.spam": "Publicité",
  "reason.other": "Autre chose",
  "words": "Que devons-nous savoir ? (facultatif)",
  "words.other": "Qu’est-ce qui ne va pas ?",
  "words.required": "Dites ce qui ne va pas",
  "send": "Envoyer le signalement",
  "done.title": "Merci",
  "done.body": "Nous examinons le cas et vous communiquons notre décision.",
  "failed.title": "Non envoyé",
  "failed.body": "Votre signalement n’a pas pu être envoyé. Réessayez.",
  "offline": "Pas de connexion : envoyez votre signalement une fois en ligne.",
  "signIn":
    "Connectez-vous pour signaler un avis. Il faut un compte pour que nous puissions vous communiquer notre décision.",
  "signIn.action": "Se connecter",
};
