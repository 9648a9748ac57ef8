import type { Translation } from "../catalogue";
import faq from "./faq.json";
import help from "./help.json";

export const messages: Translation<"support"> = {
  "support.title": "Hilfe & Kontakt",
  "support.lead": "Antworten auf häufige Fragen, und Menschen, die Ihnen weiterhelfen.",
  "chat.title": "Live-Chat",
  "chat.hours": "{figureDays} {figureHours} (Schweizer Zeit)",
  "chat.body": "Ein Mensch antwortet Ihnen hier, im selben Verlauf wie per E-Mail.",
  "chat.open": "Wir sind bis {time} da.",
  "chat.closed":
    "Im Moment ist niemand da. Wir sind {day} um {time} wieder da; was Sie bis dann schreiben, beantworten wir per E-Mail.",
  "chat.start": "Chat beginnen",
  "chat.write": "Schreiben Sie uns",
  "chat.signIn": "Zum Chatten anmelden",
  "chat.error": "Ob jemand da ist, konnte nicht geladen werden.",
  "phone.title": "Telefon",
  "phone.hours": "{figureDays} {figureHours} (Schweizer Zeit)",
  "phone.body": "Für alles Dringende zu einer Abholung oder Lieferung.",
  "email.title": "E-Mail",
  "email.hours": "Antwort innert 24 Stunden",
  "email.body": "Für alles andere und für Unterlagen.",
  "links.services": "Leistungen und Preise",
  "links.help": "Anleitungen",
  "owner": "{product} wird betrieben von {name}, {address}.",
  "owner.demo": "Dies ist eine Demonstration: Nichts wird wirklich verkauft, und die Firma ist erfunden.",

  "faq.title": "Häufige Fragen",
  "faq.search": "Fragen durchsuchen",
  "faq.empty": "Keine Frage passt zu «{query}». Versuchen Sie ein anderes Wort, oder schreiben Sie uns.",
  ...faq,

  "services.title": "Leistungen und Preise",
  "services.lead":
    "An Ihrer Tür abgeholt und zurückgebracht, von jemandem aus der Nachbarschaft, dem Sie vertrauen können.",
  "services.book": "Buchen",
  "services.first": "Zum ersten Mal buchen",
  "services.turnaround": "Zurück innert {hours}",
  "services.standard.body":
    "Nach Farben gewaschen, getrocknet und gefaltet. Für Alltagskleider, Frottiertücher und Bettwäsche.",
  "services.standard.hours": "48–72 Stunden",
  "services.premium.body":
    "Schonprogramme, umweltfreundliche Mittel, gebügelt und aufgehängt. Für alles, was Ihnen am Herzen liegt.",
  "services.premium.hours": "24–48 Stunden",
  "services.ironing.body": "Bis 10 Stück, gebügelt und auf Kleiderbügeln. Bitte gewaschen mitgeben.",
  "services.ironing.hours": "24–48 Stunden",
  "services.addons.title": "Zusatzleistungen",
  "services.addons.lead":
    "Sie buchen und bezahlen sie mit Ihrem Auftrag. Express gilt für Abholungen von heute und ist innert 24 Stunden zurück.",
  "services.addons.book":
    "{count, plural, one {Mit dieser Zusatzleistung buchen} other {Mit # Zusatzleistungen buchen}}",
  "services.addons.plus": "+{price}",
  "services.addons.each": "+{price} pro Stück",
  "services.pricing.title": "Preise im Einzelnen",
  "services.pricing.included": "Inbegriffenes Gewicht",
  "services.pricing.includedValue": "bis {kg} kg",
  "services.pricing.extra": "Jedes kg über {kg} kg",
  "services.pricing.max": "Höchstgewicht",
  "services.pricing.maxValue": "{kg} kg",
  "services.pricing.fee": "Plattformgebühr, pro Auftrag",
  "services.pricing.range": "Preisspanne",
  "services.pricing.rangeValue": "CHF {figureLowest}–{figureHighest}",

  "help.title": "Hilfe",
  "help.lead": "Kurze Anleitungen und Wissenswertes zum Nachschlagen.",
  "help.search": "Hilfe durchsuchen",
  "help.empty": "Hier steht nichts zu «{query}». Versuchen Sie ein anderes Wort, oder schreiben Sie uns.",
  "help.picture.book":
    "Die Karte eines Anbieters auf der Startseite: Name und Bewertung, die nächste freie Stunde, der Preis und «Jetzt buchen».",
  "help.picture.track": "Die sechs Schritte unter «Verfolgen»; der fünfte, «Lieferung», ist hervorgehoben.",
  "help.picture.rate":
    "Ein abgeschlossener Auftrag im Verlauf mit «Bewerten» und «Nochmals buchen», darunter fünf Sterne.",
  "help.picture.offer":
    "Ein Auftrag im Arbeitsbereich: Abholzeit, Kundin, Adresse und der Knopf für den nächsten Schritt.",
  "help.tutorials.title": "Anleitungen",
  "help.guides.title": "Zum Nachschlagen",
  "help.pdf.title": "Zum Aufbewahren oder Drucken",
  "help.pdf.kind": "PDF",
  ...help,
};
