import type { Translation } from "../catalogue";

export const messages: Translation<"locality"> = {
  "title": "Wo soll gewaschen werden?",
  "lead": "Nachbarschaft, Entfernungen und Ihre Buchung richten sich nach dem Ort.",
  "field": "Postleitzahl oder Ort",
  "found": "Orte",
  "none": "Kein Schweizer Ort beginnt so. Prüfen Sie die Schreibweise, oder geben Sie eine Postleitzahl ein.",
  "own": "Meinen Standort verwenden",
  "own.refused":
    "Ihr Standort ist nicht verfügbar. Erlauben Sie ihn in den Einstellungen Ihres Browsers, oder geben Sie Ihre Postleitzahl ein.",
  "own.unknown":
    "Es liess sich nicht feststellen, ob Sie der App Ihren Standort erlauben. Geben Sie Ihre Postleitzahl ein.",
  "own.off": "Sie haben den Standort in Ihren Datenschutz-Einstellungen ausgeschaltet; darum fragen wir nicht danach.",
  "own.abroad": "In Ihrer Nähe gibt es keinen Schweizer Ort. Geben Sie eine Postleitzahl ein.",
  "notChanged": "Der Ort wurde nicht geändert",
  "ofCode": "{postalCode} ist {city}.",
  "ofCode.take": "{city} übernehmen",
};
