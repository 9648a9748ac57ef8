import type { Translation } from "../catalogue";

export const messages: Translation<"rating"> = {
  "dialog.title": "Noter {provider}",
  "dialog.lead": "Comment était votre linge ? Votre note aide vos voisins à choisir.",
  "legend": "Votre note",
  "label.1": "Mauvais",
  "label.2": "Moyen",
  "label.3": "Bien",
  "label.4": "Très bien",
  "label.5": "Excellent",
  "star": "{count} étoiles sur 5, {label}",
  "comment": "Commentaire (facultatif)",
  "comment.placeholder": "Que devraient savoir les autres ?",
  "submit": "Envoyer la note",
  "queue": "Mettre en attente",
  "offline": "Hors ligne",
  "required.title": "Note manquante",
  "required.body": "Choisissez un nombre d’étoiles avant l’envoi.",
  "success.title": "Avis envoyé",
  "success.body": "Merci d’avoir noté votre prestataire !",
  "failure.title": "Erreur",
  "failure.body": "Impossible d’envoyer l’avis. Réessayez.",
};
