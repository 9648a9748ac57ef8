import type { Translation } from "../catalogue";

export const messages: Translation<"locality"> = {
  "title": "Où avez-vous du linge à laver ?",
  "lead": "Les voisins, les distances et votre réservation dépendent du lieu.",
  "field": "NPA ou localité",
  "found": "Lieux",
  "none": "Aucun lieu de Suisse ne commence ainsi. Vérifiez l’orthographe ou tapez un NPA.",
  "own": "Utiliser ma position",
  "own.refused":
    "Votre position n’est pas disponible. Autorisez-la dans les réglages de votre navigateur ou tapez votre NPA.",
  "own.unknown": "Impossible de savoir si vous autorisez l’app à utiliser votre position. Tapez votre NPA.",
  "own.off":
    "Vous avez désactivé la localisation dans vos réglages de confidentialité : l’app ne demande donc pas votre position.",
  "own.abroad": "Aucun lieu suisse près de vous. Tapez un NPA.",
  "notChanged": "Le lieu n’a pas été modifié",
  "ofCode": "{postalCode} correspond à {city}.",
  "ofCode.take": "Choisir {city}",
};
