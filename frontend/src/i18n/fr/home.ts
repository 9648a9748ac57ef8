import type { Translation } from "../catalogue";

export const messages: Translation<"home"> = {
  "title": "Du linge frais, lavé à deux pas",

  "book.title": "Réserver",
  "book.body": "Dès CHF {figureStandard} + frais",
  "offer.title": "Aidez vos voisins",
  "offer.body": "Proposez vos services de lavage",

  "steps.title": "Comment ça marche",
  "steps.book.title": "Réservation",
  "steps.book.body": "Choisissez ce qu’il vous faut, et quand. Cela prend moins de 2 minutes.",
  "steps.pickup.title": "Collecte",
  "steps.pickup.body": "Votre prestataire passe prendre le linge à votre porte.",
  "steps.clean.title": "Nettoyage professionnel",
  "steps.clean.body": "Lavé, séché, plié et repassé avec des produits écologiques.",
  "steps.deliver.title": "Livraison",
  "steps.deliver.body": "Votre linge revient tout frais. Vous suivez chaque étape.",
  "steps.start": "Commencer",

  "trust.title": "Pourquoi {product}",
  "trust.fast.title": "Rapide",
  "trust.fast.body": "Disponible le jour même",
  "trust.quality.title": "Haute qualité",
  "trust.quality.body": "Prestataires vérifiés et assurés",
  "trust.tracking.title": "Suivi en temps réel",
  "trust.tracking.body": "De la collecte à votre porte",
  "trust.satisfaction.title": "Satisfaction",
  "trust.satisfaction.body": "100 % de satisfaction",
};
