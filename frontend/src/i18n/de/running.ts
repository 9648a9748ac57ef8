import type { Translation } from "../catalogue";

export const messages: Translation<"running"> = {
  "title": "Laufender Auftrag",
  "confirmed": "{name} kommt {time}",
  "pending": "{name} muss noch zusagen: {time}",
  "pickup": "{name} holt jetzt Ihre Wäsche",
  "washing": "{name} hat Ihre Wäsche · zurück bis {day}",
  "delivery": "{name} bringt jetzt Ihre Wäsche zurück",
  "handedBack": "{name} kann nicht kommen. Vielleicht jemand anders",
  "late.pickup": "Verspätet: {name} wollte bis {time} kommen",
  "late.washing": "Verspätet: {name} wollte bis {time} mit dem Waschen beginnen",
  "late.return": "Verspätet: Ihre Wäsche sollte bis {time} zurück sein",
  "more": "{count, plural, one {# weiterer laufender Auftrag} other {# weitere laufende Aufträge}}",
};
