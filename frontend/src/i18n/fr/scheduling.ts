import type { Translation } from "../catalogue";

export const messages: Translation<"scheduling"> = {
  "type.all": "Tous",
  "type.same_day": "Jour même",
  "type.next_day": "Lendemain",
  "type.scheduled": "Planifié",
  "hint.same_day": "urgent",
  "hint.next_day": "rapide",
  "hint.scheduled": "à l’avance",

  "filter": "Afficher",
  "grid": "Créneaux libres, {week}",
  "grid.keys":
    "Les flèches passent d’une heure ou d’un jour à l’autre, Page précédente et Page suivante d’une semaine à l’autre, Entrée choisit.",
  "previous": "Semaine précédente",
  "next": "Semaine suivante",
  "days": "Jour",
  "day": "{count, plural, one {# créneau libre} many {# de créneaux libres} other {# créneaux libres}}",
  "day.past": "passé",
  "day.none": "Aucun créneau libre ce jour-là.",
  "left": "Encore {count}",
  "slot": "<unseen>{day}, </unseen><time>{start}</time><unseen> à {end}, {type}, </unseen><places>{left}</places>",

  "empty.title": "Aucun créneau libre cette semaine",
  "empty.looking": "Recherche du prochain créneau libre…",
  "empty.next": "Prochain créneau libre : {day}",
  "empty.never": "Rien de libre non plus dans les neuf semaines suivantes.",
  "empty.back": "Retour à cette semaine",
  "empty.filter": "Aucun créneau « {type} » cette semaine",
  "empty.showAll": "Afficher tous les créneaux",
  "error": "Impossible de charger les créneaux.",

  "advanced.tabs": "Type de réservation",
  "advanced.once": "Une seule fois",
  "advanced.recurring": "Service régulier",
  "advanced.choose": "Choisissez un créneau",
  "advanced.legend": "Types de créneaux",
  "advanced.range": "{start}–{end}",
  "confirm": "Confirmer",

  "timeline.title": "Délais",
  "timeline.same_day.body": "Collecte aujourd’hui, livraison demain",
  "timeline.same_day.tag": "express premium",
  "timeline.next_day.body": "Collecte demain, livraison dans 2 jours",
  "timeline.next_day.tag": "rapide",
  "timeline.scheduled.body": "Collecte au choix, délai de 2 à 3 jours",
  "timeline.scheduled.tag": "standard",
};
