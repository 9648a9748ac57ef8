import type { Translation } from "../catalogue";

/** The list of neighbours, on home and in the booking, and what is chosen from it. */
export const messages: Translation<"providers"> = {
  "around": "Vicini nei dintorni di {place}",
  "found": "{count, plural, one {# fornitore trovato} many {# di fornitori trovati} other {# fornitori trovati}}",

  "list.title": "Disponibili nella Sua zona",
  "list.viewAll": "Mostrare tutti",
  "list.showLess": "Mostrare meno",
  "list.favourites": "I Suoi preferiti",
  "list.others": "Altri vicini",
  "list.loading": "Caricamento dei fornitori…",
  "list.error.title": "Impossibile caricare i fornitori",
  "empty.title": "Nessun fornitore trovato",
  "empty.nobody": "Nella Sua zona non ci sono ancora fornitori. Cominci Lei!",
  "empty.become": "Diventare fornitore",
  "empty.search": "Provi con altri termini o torni più tardi: l’offerta cresce.",

  "card.available": "Libero ora",
  "card.verified": "Verificato",
  "card.express": "Express",
  "card.sameDay": "In giornata",
  "card.nextFree": "Primo orario: {time}",
  "card.notFree": "Al momento nessun orario libero",
  "card.manual": "Conferma manuale",
  "card.manualWithin": "Conferma entro {hours} ore",
  "card.from": "Da {price}",
  "card.area": "Zona servita",
  "card.book": "Prenotare",
  "card.bookWith": "Prenotare con {name}",

  "soonest.title": "Subito, vicino a Lei",
  "soonest.body": "{name} ha posto {time}",
  "soonest.book": "Prenotare con {name}",
};
