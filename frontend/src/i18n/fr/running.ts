import type { Translation } from "../catalogue";

export const messages: Translation<"running"> = {
  "title": "Commande en cours",
  "confirmed": "{name} passe {time}",
  "pending": "{name} doit encore confirmer : {time}",
  "pickup": "{name} vient chercher votre linge",
  "washing": "Votre linge est chez {name} · retour d’ici au {day}",
  "delivery": "{name} vous rapporte votre linge",
  "handedBack": "{name} ne peut pas venir. Quelqu’un d’autre, peut-être",
  "late.pickup": "En retard : passage de {name} attendu, dernier délai : {time}",
  "late.washing": "En retard : lavage par {name} attendu, dernier délai : {time}",
  "late.return": "En retard : retour de votre linge attendu, dernier délai : {time}",
  "more":
    "{count, plural, one {# autre commande en cours} many {# d’autres commandes en cours} other {# autres commandes en cours}}",
};
