import type { Translation } from "../catalogue";

export const messages: Translation<"providers"> = {
  "around": "Anbieter rund um {place} zeigen",
  "found": "{count} Anbieter gefunden",

  "list.title": "Verfügbar in Ihrer Nähe",
  "list.viewAll": "Alle anzeigen",
  "list.showLess": "Weniger anzeigen",
  "list.favourites": "Ihre Favoriten",
  "list.others": "Weitere aus der Nachbarschaft",
  "list.loading": "Anbieter werden geladen …",
  "list.error.title": "Die Anbieter konnten nicht geladen werden",
  "empty.title": "Keine Anbieter gefunden",
  "empty.nobody": "In Ihrer Nähe gibt es noch keine Anbieter. Machen Sie den Anfang!",
  "empty.become": "Anbieter werden",
  "empty.search": "Suchen Sie etwas anderes, oder schauen Sie später wieder vorbei.",

  "card.available": "Jetzt verfügbar",
  "card.verified": "Geprüft",
  "card.express": "Express",
  "card.sameDay": "Heute möglich",
  "card.nextFree": "Frei ab: {time}",
  "card.notFree": "Zurzeit nichts frei",
  "card.manual": "Bestätigt persönlich",
  "card.manualWithin": "Bestätigt innert {hours} Stunden",
  "card.from": "Ab {price}",
  "card.area": "Einzugsgebiet",
  "card.book": "Jetzt buchen",
  "card.bookWith": "Jetzt buchen bei {name}",

  "soonest.title": "Am schnellsten in Ihrer Nähe",
  "soonest.body": "{name} ist frei: {time}",
  "soonest.book": "Bei {name} buchen",
};
