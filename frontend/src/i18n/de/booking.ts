import type { Translation } from "../catalogue";

export const messages: Translation<"booking"> = {
  "title": "Abholung buchen",
  "lead": "Abholung und Lieferung inbegriffen. Sie bezahlen am Schluss.",

  "noProvider.title": "Kein Anbieter gewählt",
  "noProvider.body": "Bitte wählen Sie zuerst einen Anbieter",
  "goBackHome": "Zur Startseite",
  "unknown.title": "Dieser Anbieter ist nicht verfügbar",
  "unknown.body":
    "Vielleicht ist der Link alt, oder der Anbieter nimmt zurzeit keine Buchungen an. Wählen Sie jemand anderen in Ihrer Nähe.",
  "error.load": "Der Anbieter konnte nicht geladen werden.",
  "error.times": "Die Abholzeiten konnten nicht geladen werden.",

  "provider.title": "Ihr Anbieter",
  "provider.available": "Jetzt verfügbar",
  "provider.nextFree": "Frei ab: {time}",
  "provider.manual": "Bestätigt persönlich",

  "manual.tooSoon":
    "{name} bestätigt persönlich; dafür ist diese Zeit zu früh: {time}. Wählen Sie eine Zeit in frühestens {hours} Stunden.",
  "manual.tooSoon.neighbours":
    "{name} bestätigt persönlich; dafür ist diese Zeit zu früh: {time}. Wählen Sie eine Zeit in frühestens {hours} Stunden, oder jemanden, der sofort annimmt.",

  "service.title": "Leistung",
  "service.standard": "Gewaschen, getrocknet, gefaltet in 48–72\u00a0h",
  "service.premium": "{difference} CHF, mit besonderer Sorgfalt in 24–48\u00a0h",
  "service.ironing": "Gebügelt, bis 10 Stück",
  "service.pickup": "Abholung: {time}",
  "backBy": "Zurück bis {day}",

  "weight.label": "Gewicht in Kilogramm",
  "weight.hint":
    "Bis {included} kg sind inbegriffen, jedes weitere kg kostet {price}. Eine volle Waschmaschine fasst etwa 6 kg.",

  "pieces.more": "Mehr als {count} Stück",
  "pieces.hint":
    "Ein Hemd zählt als ein Stück, ein Leintuch als zwei. Jede Stufe sind {step} kg, etwa {pieces} Stück mehr, und kostet {price}.",

  "address.title": "Abholadresse",
  "address.hint": "Ihre Wäsche kommt an dieselbe Adresse zurück.",
  "address.street": "Strasse und Nummer",
  "address.street.placeholder": "Bahnhofstrasse 1",
  "address.city": "Ort",
  "address.postalCode": "Postleitzahl",
  "address.keep": "Adresse merken",
  "address.keep.body": "Beim nächsten Mal steht sie zur Auswahl.",
  "address.street.missing": "Bitte Adresse eingeben",
  "address.city.missing": "Bitte Ort eingeben",
  "address.postalCode.missing": "Bitte Postleitzahl eingeben",
  "address.postalCode.unknown_postal_code": "Keine Schweizer Postleitzahl",
  "address.postalCode.not_served": "Nicht im Einzugsgebiet",

  "notServed": "{name} kommt nicht nach {postalCode}. Wählen Sie eine andere Adresse oder jemand anderen.",
  "notServed.neighbours": "{name} kommt nicht nach {postalCode}. Aus der Nachbarschaft kommen:",

  "pickup.title": "Abholzeit",
  "pickup.date": "Gewünschter Abholtag",
  "pickup.time": "Gewünschte Abholzeit",
  "pickup.noTimes": "Keine freien Zeiten",
  "pickup.from": "Ab {time}",
  "pickup.left": "{count} frei",
  "pickup.full": "Voll",
  "pickup.held": "Ihr Platz",
  "pickup.past": "Vorbei",
  "pickup.closed": "Zu",
  "pickup.gone": "Diese Zeit lässt sich nicht mehr buchen. Bitte wählen Sie eine andere.",
  "pickup.choose": "Bitte wählen Sie eine Abholzeit.",
  "pickup.more": "Weitere Tage",
  "pickup.more.caption": "Kalender",
  "pickup.change": "Ändern",
  "pickup.seeAll": "Alle freien Zeiten ansehen",
  "pickup.lost": "Nicht mehr buchbar: {time}. Bitte wählen Sie eine andere Zeit.",
  "pickup.lost.replaced": "Nicht mehr buchbar: {time}. Wir haben für Sie die nächste freie Zeit gewählt.",
  "pickup.repeat": "Brauchen Sie das öfter? <link>Regelmässig buchen</link>",
  "pickup.none.title": "Heute und morgen ist keine Abholzeit frei",
  "pickup.none.body":
    "{name} ist an beiden Tagen ausgebucht oder hat geschlossen. Wählen Sie einen späteren Tag oder jemand anderen.",
  "pickup.none.action": "Anderen Anbieter wählen",

  "dates.title": "Weitere Tage",
  "dates.lead": "Alle freien Zeiten von {name}, oder dieselbe Abholung immer wieder.",
  "dates.back": "Zurück zur Buchung",

  "note.open": "Notiz für Ihren Anbieter hinzufügen",
  "note.label": "Notiz für Ihren Anbieter",
  "note.hint": "Zum Beispiel: zweimal klingeln, kein Weichspüler, der Sack steht im Gang.",

  "summary.title": "Preis",
  "summary.pickup": "Abholung",
  "summary.back": "Zurück bis",
  "summary.noTime": "Zeit wählen",
  "confirm": "Buchung bestätigen",
  "confirm.busy": "Auftrag wird erstellt …",
  "confirm.needsStreet": "Bitte Strasse ergänzen",
  "confirm.note": "Als Nächstes bezahlen Sie mit Karte. Bis {figureBefore} vor der Abholung stornieren Sie kostenlos.",

  "toast.error": "Fehler",
  "toast.incomplete": "Bitte füllen Sie alle Pflichtfelder aus",
  "toast.created": "Auftrag erstellt",
  "toast.goOn": "Weiter",
  "toast.created.body": "Weiter zur Zahlung …",
  "toast.again.body": "Ihr früherer Auftrag wurde nicht rechtzeitig bezahlt, darum ist dies ein neuer.",
  "toast.placed": "Schon erteilt",
  "toast.open.body": "Dieser Auftrag wartet auf Ihre Zahlung.",
  "toast.paid.body": "Diesen Auftrag haben Sie bereits bezahlt.",
  "toast.failed": "Der Auftrag konnte nicht erstellt werden. Bitte versuchen Sie es noch einmal.",
  "unpaid.link": "Offene Zahlungen ansehen",
  "offline": "Zum Buchen braucht es eine Verbindung.",
};
