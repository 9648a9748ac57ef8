import type { Translation } from "../catalogue";

export const messages: Translation<"skipLink"> = {
  "title": "Sauter cette collecte",
  "loading": "Chargement de votre collecte…",
  "error": "Impossible de charger votre collecte.",
  "pickup": "{provider} passe prendre votre linge",
  "when": "Quand",
  "service": "Prestation",
  "price": "Prix",
  "free": "Sauter une collecte est gratuit. Ce que vous avez payé vous est remboursé.",
  "skip": "Sauter cette collecte",
  "keep": "Pour la garder, vous n’avez rien à faire.",
  "skipped.title": "Collecte sautée",
  "skipped.body": "Personne ne passera cette fois ({when}). Votre réservation régulière continue.",
  "over.title": "Cette collecte n’a pas lieu",
  "over.body": "Elle a été annulée ou n’a pas pu être réservée.",
  "late.title": "Il est trop tard pour sauter cette collecte",
  "late.body":
    "Une collecte peut être sautée jusqu’à une heure avant son début ; celle-ci est trop proche ({when}). Consultez plutôt votre commande.",
  "orders": "Voir mes commandes",
  "series": "Voir mes réservations régulières",
  "invalid.title": "Ce lien n’est pas valable",
  "invalid.body": "Ouvrez-le encore une fois depuis le message.",
  "home": "Retour à l’accueil",
  "offline": "Il faut être en ligne pour sauter une collecte.",
};
