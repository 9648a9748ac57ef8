import type { Translation } from "../catalogue";

export const messages: Translation<"providers"> = {
  "around": "Voir les voisins autour de {place}",
  "found":
    "{count, plural, one {# prestataire trouvé} many {# de prestataires trouvés} other {# prestataires trouvés}}",

  "list.title": "Disponibles près de chez vous",
  "list.viewAll": "Voir tout",
  "list.showLess": "Voir moins",
  "list.favourites": "Vos favoris",
  "list.others": "Autres voisins",
  "list.loading": "Chargement des prestataires…",
  "list.error.title": "Impossible de charger les prestataires",
  "empty.title": "Aucun prestataire trouvé",
  "empty.nobody": "Il n’y a pas encore de prestataire dans votre région. Et si vous commenciez ?",
  "empty.become": "Devenir prestataire",
  "empty.search": "Essayez d’autres termes de recherche ou revenez plus tard.",

  "card.available": "Libre maintenant",
  "card.verified": "Vérifié",
  "card.express": "Express",
  "card.sameDay": "Jour même",
  "card.nextFree": "Prochain créneau : {time}",
  "card.notFree": "Aucun créneau libre pour le moment",
  "card.manual": "Confirme manuellement",
  "card.manualWithin": "Confirme dans les {hours} h",
  "card.from": "Dès {price}",
  "card.area": "Zone desservie",
  "card.book": "Réserver",
  "card.bookWith": "Réserver chez {name}",

  "soonest.title": "Au plus vite, près de chez vous",
  "soonest.body": "Premier créneau chez {name} : {time}",
  "soonest.book": "Réserver chez {name}",
};
