import type { Translation } from "../catalogue";
import faq from "./faq.json";
import help from "./help.json";

export const messages: Translation<"support"> = {
  "support.title": "Assistance",
  "support.lead": "Des réponses aux questions fréquentes, et des personnes pour vous aider.",
  "chat.title": "Chat en direct",
  "chat.hours": "{figureDays} {figureHours} (heure suisse)",
  "chat.body": "Une personne vous répond ici, dans le même fil que par e-mail.",
  "chat.open": "Nous sommes là jusqu’à {time}.",
  "chat.closed":
    "Personne n’est là en ce moment. Nous revenons {day} à {time} ; ce que vous écrivez d’ici là reçoit une réponse par e-mail.",
  "chat.start": "Démarrer le chat",
  "chat.write": "Nous écrire",
  "chat.signIn": "Se connecter pour discuter",
  "chat.error": "Impossible de savoir si quelqu’un est là.",
  "phone.title": "Téléphone",
  "phone.hours": "{figureDays} {figureHours} (heure suisse)",
  "phone.body": "Pour toute urgence lors d’une collecte ou d’une livraison.",
  "email.title": "E-mail",
  "email.hours": "Réponse dans les 24 heures",
  "email.body": "Pour tout le reste, et pour les documents.",
  "links.services": "Prestations et prix",
  "links.help": "Tutoriels et guides",
  "owner": "{product} est exploité par {name}, {address}.",
  "owner.demo": "Ceci est une démonstration : rien n’est réellement vendu, et l’entreprise est inventée.",

  "faq.title": "Questions fréquentes",
  "faq.search": "Chercher une question",
  "faq.empty": "Aucune question ne correspond à « {query} ». Essayez un autre mot ou écrivez-nous.",
  ...faq,

  "services.title": "Nos prestations",
  "services.lead": "Un voisin de confiance passe à votre porte et vous rapporte votre linge.",
  "services.book": "Réserver",
  "services.first": "Faire votre première réservation",
  "services.turnaround": "Retour en {hours}",
  "services.standard.body":
    "Trié par couleurs, lavé, séché et plié. Pour les habits de tous les jours, les linges de bain et la literie.",
  "services.standard.hours": "48 à 72 heures",
  "services.premium.body":
    "Programmes doux, produits écologiques, repassé et suspendu. Pour ce à quoi vous tenez le plus.",
  "services.premium.hours": "24 à 48 heures",
  "services.ironing.body": "Jusqu’à 10 pièces, repassées et sur cintres. À remettre lavées.",
  "services.ironing.hours": "24 à 48 heures",
  "services.addons.title": "Options",
  "services.addons.lead":
    "Réservées et payées avec votre commande. Express vaut pour les collectes du jour, avec retour dans les 24 heures.",
  "services.addons.book":
    "{count, plural, one {Réserver avec cette option} many {Réserver avec # d’options} other {Réserver avec # options}}",
  "services.addons.plus": "+{price}",
  "services.addons.each": "+{price} par pièce",
  "services.pricing.title": "Les prix en détail",
  "services.pricing.included": "Poids compris",
  "services.pricing.includedValue": "jusqu’à {kg} kg",
  "services.pricing.extra": "Chaque kg au-delà de {kg} kg",
  "services.pricing.max": "Poids maximal",
  "services.pricing.maxValue": "{kg} kg",
  "services.pricing.fee": "Frais de plateforme, par commande",
  "services.pricing.range": "Fourchette de prix",
  "services.pricing.rangeValue": "CHF {figureLowest}–{figureHighest}",

  "help.title": "Aide",
  "help.lead": "De courts tutoriels et des guides à consulter.",
  "help.search": "Chercher dans l’aide",
  "help.empty": "Rien ici ne concerne « {query} ». Essayez un autre mot ou écrivez-nous.",
  "help.picture.book":
    "La carte d’un prestataire sur l’accueil : nom et note, prochaine heure libre, prix et « Réserver ».",
  "help.picture.track": "Les six étapes sous « Suivi » ; la cinquième, « Livraison », est en évidence.",
  "help.picture.rate":
    "Une commande terminée dans l’historique avec « Noter » et « Réserver à nouveau » et, dessous, cinq étoiles.",
  "help.picture.offer":
    "Une mission dans l’espace prestataire : heure de collecte, cliente, adresse et bouton de l’étape suivante.",
  "help.tutorials.title": "Tutoriels",
  "help.guides.title": "Aide-mémoire",
  "help.pdf.title": "À garder ou à imprimer",
  "help.pdf.kind": "PDF",
  ...help,
};
