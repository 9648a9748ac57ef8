import type { Translation } from "../catalogue";

export const messages: Translation<"legal"> = {
  "updated": "Stand: {day}",
  "privacy.updated": "Stand: {day}",
  "contactSupport": "Kundendienst kontaktieren",
  "owner.title": "Wer {product} betreibt",
  "owner.demo": "Dies ist eine Demonstration: Nichts wird wirklich verkauft, und die Firma ist erfunden.",
  "owner.vat": "UID und MWST-Nummer: {number}",

  "terms.title": "Allgemeine Geschäfts\u00adbedingungen (AGB)",
  "terms.lead": "Was Kundinnen und Kunden, Anbieterinnen und Anbieter sowie {product} einander schulden.",
  "terms.role.title": "Was {product} ist",
  "terms.role.body":
    "{product} ist ein Marktplatz. Nachbarinnen und Nachbarn bieten an, für andere zu waschen und zu bügeln, Kundinnen und Kunden buchen diese Leistungen, und {product} bringt beide zusammen, nimmt die Zahlung entgegen und leitet sie weiter. Der Vertrag über die Leistung besteht zwischen der Kundin oder dem Kunden und dem Anbieter; {product} ist nur Partei des Vertrags über die Nutzung des Marktplatzes.",
  "terms.account.title": "Ihr Konto",
  "terms.account.body":
    "Umsehen können Sie sich als Gast. Zum Buchen brauchen Sie ein Konto mit Ihrem richtigen Namen und einer E-Mail-Adresse, unter der Sie erreichbar sind. Halten Sie Ihr Passwort geheim: Was mit Ihrem Konto geschieht, gilt als von Ihnen veranlasst, ausser Sie haben uns mitgeteilt, dass eine andere Person das Passwort kennt.",
  "terms.prices.title": "Leistungen und Preise",
  "terms.prices.body":
    "Die Preise verstehen sich in Schweizer Franken und umfassen alles, was wir verrechnen. Sie liegen zwischen CHF {figureLowest} und {figureHighest} pro Leistung und werden vollständig angezeigt, bevor Sie bestätigen:",
  "terms.prices.standard":
    "Waschen & Falten (Standard): CHF {figureStandardExact}, bis 10 kg, zurück innert 48–72 Stunden",
  "terms.prices.premium": "Premium-Pflege: CHF {figurePremiumExact}, bis 10 kg, zurück innert 24–48 Stunden",
  "terms.prices.ironing": "Nur Bügeln: CHF {figureIroningExact}, bis 10 Stück, zurück innert 24–48 Stunden",
  "terms.prices.weight": "Jedes Kilogramm über 10: CHF {figureExtraKg}, bis 15 kg",
  "terms.prices.addOns":
    "Zusatzleistungen: Express am selben Tag CHF {figureExpress} (in ausgewählten Gebieten: Abholung heute, zurück innert 24 Stunden), Feinwäsche CHF {figureDelicate}, chemische Reinigung CHF {figureCleaningFrom} bis {figureCleaningTo} pro Stück",
  "terms.prices.fee": "Plattformgebühr: CHF {figureFee} pro Auftrag",
  "terms.booking.title": "Buchung und Zahlung",
  "terms.booking.body":
    "Abgeholt wird in der Regel zur vollen Stunde von 9:00 bis 17:00, meist zwischen 8:00 und 12:00 oder zwischen 13:00 und 17:00, an den Tagen, an denen Ihr Anbieter frei ist; einige Anbieter haben unter «Weitere Tage» auch andere Zeiten. Eine Buchung ist erteilt, sobald Sie sie bestätigen; Ihr Platz bleibt {figureHold} reserviert, bis Sie mit Karte bezahlt haben. Die meisten Anbieter nehmen sofort an. Wer persönlich bestätigt, hat dafür 2 Stunden Zeit, längstens aber bis zur Abholung; bleibt die Bestätigung aus, wird Ihnen der ganze Betrag zurückerstattet. Zurückerstattet wird auch eine Zahlung, die nach Ablauf der {figureHold} eintrifft, ausser Ihr Platz ist noch frei.",
  "terms.recurring.title": "Regelmässige Abholungen",
  "terms.recurring.body":
    "Eine regelmässige Buchung wird jeweils 48 Stunden vor der Abholung als Auftrag erteilt und Ihrer gespeicherten Karte belastet; das Formular weist darauf hin, bevor Sie sie einrichten, auch wenn die erste Abholung sofort belastet wird. Bis zu diesem Zeitpunkt können Sie eine Abholung jederzeit auslassen oder verschieben oder die Buchung beenden.",
  "terms.cancel.title": "Stornieren und Ändern",
  "terms.cancel.body":
    "Bis {figureBefore} vor der Abholung, und in jedem Fall innert {figureAfter} nach der Buchung, können Sie kostenlos stornieren oder ändern. Danach kann nach den Regeln des Anbieters eine Gebühr anfallen, höchstens der Anteil am Betrag der Leistung, der Ihnen angezeigt wird, bevor Sie die Stornierung bestätigen; der Rest wird Ihnen zurückerstattet. Storniert der Anbieter oder {product}, erhalten Sie den ganzen Betrag zurück.",
  "terms.handBack.title": "Wenn ein Anbieter nicht kommen kann",
  "terms.handBack.body":
    "Kann ein Anbieter einen bestätigten Auftrag nicht ausführen, gibt er ihn zurück. Wir fragen zuerst Sie: Sie können kostenlos stornieren oder den Auftrag bis zu drei freien Nachbarinnen und Nachbarn zur Übernahme anbieten lassen, zum selben Preis und zu denselben Bedingungen. Übernimmt ihn innert 2 Stunden oder bis 1 Stunde vor der Abholung niemand, wird Ihnen der ganze Betrag zurückerstattet.",
  "terms.quality.title": "Qualität und Schäden",
  "terms.quality.body":
    "Ihre Zufriedenheit zählt. Melden Sie Schäden oder fehlende Stücke innert 24 Stunden nach der Lieferung, wenn möglich mit Fotos; wir regeln den Fall mit dem Anbieter und dessen Versicherung. Leeren Sie die Taschen, und halten Sie in der Notiz fest, was besondere Sorgfalt braucht: Für das, was in einer Tasche geblieben ist oder nicht als heikel bezeichnet wurde, haftet niemand.",
  "terms.reviews.title": "Bewertungen",
  "terms.reviews.body":
    "Wer einen Auftrag ausführen liess, darf ihn einmal bewerten, mit einem bis fünf Sternen. Wir veröffentlichen Bewertungen im Wortlaut und blenden nur aus, was beleidigend oder rechtswidrig ist oder nicht die Leistung betrifft. Der Anbieter darf einmal antworten.",
  "terms.provider.title": "Anforderungen an Anbieter",
  "terms.provider.body":
    "Alle können sich als Anbieter bewerben. Vor der ersten Buchung prüfen wir, innert 5–7 Arbeitstagen:",
  "terms.provider.identity": "Identität, Registereintrag und Versicherung",
  "terms.provider.background": "Leumund",
  "terms.provider.references": "Referenzen",
  "terms.provider.cover": "Haftpflichtdeckung von mindestens CHF 1 Mio.",
  "terms.payouts.title": "Was Anbieter erhalten",
  "terms.payouts.body":
    "Anbieter erhalten, was die Kundin oder der Kunde bezahlt hat, abzüglich der Plattformgebühr; ausbezahlt wird einmal pro Woche für die abgeschlossenen Aufträge. Was strittig ist, wird zurückbehalten, bis es geklärt ist. Anbieter sind selbständig: Um Steuern, Sozialversicherungen und Bewilligungen kümmern sie sich selbst, und wo sie MWST schulden, stellen sie diese in Rechnung.",
  "terms.conduct.title": "Faire Nutzung",
  "terms.conduct.body":
    "Buchen Sie nichts, was Sie nicht beanspruchen wollen, vereinbaren Sie keine Zahlung ausserhalb von {product}, und begegnen Sie einander mit Respekt. Telefonnummern und Adressen dienen allein dem Auftrag. Konten, die anderen schaden, werden geschlossen.",
  "terms.liability.title": "Wofür wir haften",
  "terms.liability.body":
    "{product} haftet nach Gesetz für die eigene Tätigkeit, den Marktplatz und die Zahlungen, für leichte Fahrlässigkeit jedoch nur, soweit das Gesetz es verlangt. Für die Wäsche selbst haftet der Anbieter. Ob eine Abholung am selben Tag möglich ist, hängt davon ab, wer in Ihrer Nähe frei ist.",
  "terms.changes.title": "Änderungen dieser AGB",
  "terms.changes.body":
    "Änderungen kündigen wir 30 Tage im Voraus per E-Mail an. Sind Sie nicht einverstanden, können Sie Ihr Konto schliessen, bevor sie gelten. Für einen Auftrag gelten die AGB, die bei seiner Erteilung in Kraft waren.",
  "terms.law.title": "Anwendbares Recht und Gerichtsstand",
  "terms.law.body":
    "Es gilt schweizerisches Recht. Gerichtsstand ist Zürich, soweit das Gesetz für Konsumentinnen und Konsumenten keinen anderen vorsieht. Schreiben Sie uns zuerst, wenn etwas schiefgeht: Unser Kundendienst ist {figureDays} {figureHours} (Schweizer Zeit) da, beantwortet E-Mails innert 24 Stunden, und das meiste ist innert eines Tages geregelt.",

  "privacy.title": "Datenschutz\u00aderklärung",
  "privacy.lead": "Welche Daten wir aufbewahren, wozu, und was Sie von uns verlangen können.",
  "privacy.settings": "Datenschutz-Einstellungen",
  "privacy.collect.title": "Was wir aufbewahren",
  "privacy.collect.body":
    "Ihren Namen, Ihre E-Mail-Adresse und Ihre Telefonnummer; die Adressen, die Sie für Abholung und Lieferung angeben; Ihre Aufträge, Nachrichten, Fotos und Bewertungen; was Sie unserem Kundendienst schreiben; was Sie bei Ihrer Wäsche immer möchten, auch Allergien, wenn Sie uns freiwillig davon schreiben; Ihre Geräte, die Mitteilungen anzeigen dürfen; von angemeldeten Geräten den Browser, das System und den Anfang der Netzwerkadresse; einen Tag lang die Netzwerkadresse, von der ein falsches Passwort kam oder jemand ohne Anmeldung etwas gesendet hat. Bei Anbietern auch die Bewerbung: ihren Betrieb, ihre Unterlagen und das Konto, auf das wir auszahlen. Kartennummern gehen direkt an unseren Zahlungsdienstleister und erreichen uns nie; wir sehen die Kartenmarke und die letzten vier Ziffern.",
  "privacy.use.title": "Wozu wir es verwenden",
  "privacy.use.body":
    "Um Ihre Buchungen auszuführen, Zahlungen entgegenzunehmen und zurückzuerstatten, Sie über den Stand eines Auftrags zu informieren, Ihnen zu antworten und die gesetzlich vorgeschriebenen Bücher zu führen. Wir verkaufen nichts, und ohne Ihre Erlaubnis verwenden wir nichts für Werbung. Über niemanden entscheidet allein eine Maschine: Über Bewerbungen, Bewertungen und Konten entscheiden Menschen aus unserem Team.",
  "privacy.share.title": "Wer was sieht",
  "privacy.share.body":
    "Ein Anbieter sieht, bis Sie bezahlt haben, Ihren Vornamen und den Anfangsbuchstaben des Nachnamens; danach auch Ihre Adresse und Telefonnummer, weil es sie für die Abholung braucht, und zwar längstens bis 30 Tage nach dem Auftrag. Bei einem bezahlten Auftrag sieht der Anbieter auch, was Sie bei Ihrer Wäsche immer möchten, Allergien eingeschlossen. Ihre Bewertungen zeigen Ihren Vornamen und den ersten Buchstaben Ihres Nachnamens. Auch Anbieter bewerten ihre Kundschaft, nur mit Sternen: Andere Anbieter sehen davon einzig den Durchschnitt, ab drei Bewertungen. Fotos in einer Unterhaltung oder einer Schadensmeldung sehen beide Seiten dieses Auftrags. Unser Team sieht Aufträge, Unterlagen und Unterhaltungen nur ein, wo die Arbeit es verlangt; jede Einsicht wird festgehalten. Zahlungen bearbeitet Stripe nach eigenen Bestimmungen; Daten können dabei in der Europäischen Union und in den USA aufbewahrt werden, mit den Garantien, die das Gesetz verlangt.",
  "privacy.position.title": "Standorte",
  "privacy.position.body":
    "Ihren Standort verwenden wir nur dann, um Anbieter in der Nähe zu finden, wenn Sie es verlangen, und bewahren ihn nicht auf. Ein Anbieter kann unterwegs seinen Standort mit der Kundin oder dem Kunden dieses Auftrags teilen und mit niemandem sonst; aufbewahrt wird ein einziger Standort, nie eine Spur, und spätestens eine Stunde nach dem Auftrag ist er gelöscht. Beides können Sie in Ihren Datenschutz-Einstellungen ausschalten.",
  "privacy.retention.title": "Wie lange",
  "privacy.retention.account": "Kontodaten: solange Ihr Konto aktiv ist, plus 3 Jahre",
  "privacy.retention.orders": "Auftragsverlauf: 7 Jahre",
  "privacy.retention.support": "Anfragen an den Kundendienst: 3 Jahre",
  "privacy.retention.photos":
    "Fotos einer Übergabe: 90 Tage nach dem Auftrag; Fotos in Nachrichten und Schadensmeldungen: 1 Jahr",
  "privacy.rights.title": "Ihre Rechte",
  "privacy.rights.body":
    "In Ihren Datenschutz-Einstellungen erhalten Sie innert 24 Stunden eine Kopie von allem, was wir über Sie aufbewahren, und können Ihr Konto löschen lassen. Sie können sich damit auch an uns wenden oder etwas berichtigen lassen: Datenschutzanfragen beantworten wir innert 30 Tagen, nach dem Bundesgesetz über den Datenschutz (DSG) und, soweit anwendbar, der DSGVO. Sie können sich zudem an den Eidgenössischen Datenschutz- und Öffentlichkeitsbeauftragten (EDÖB) wenden und Anzeige erstatten.",
  "privacy.choices.title": "Was Sie entscheiden",
  "privacy.choices.body":
    "Mit fünf Schaltern in Ihren Datenschutz-Einstellungen bestimmen Sie, ob wir zählen dürfen, wie die App genutzt wird, ob wir Ihnen Angebote senden, Sie benachrichtigen, Ihren Standort verwenden und Daten an Partner weitergeben dürfen. Sie können jeden jederzeit umlegen; wir halten fest, wann Sie das getan haben und zu welchem Text.",
  "privacy.contact.title": "Datenschutzberatung",
  "privacy.contact.body": "Erreichbar über unseren Kundendienst, Montag bis Freitag, 9:00–17:00 (Schweizer Zeit).",
  "privacy.security.title": "Wie die Daten geschützt sind",
  "privacy.security.body":
    "Alles wird verschlüsselt übertragen. Passwörter liegen als Hashwerte vor, die sich nicht zurückrechnen lassen, Unterlagen und Fotos dort, wohin keine öffentliche Adresse führt. Geschieht etwas, das Sie gefährdet, informieren wir Sie und die Behörden unverzüglich.",
  "privacy.cookies.title": "Cookies und Speicher",
  "privacy.cookies.body":
    "Es gibt fünf Cookies: «sessionid» hält Sie angemeldet, bis Sie zwei Wochen lang nicht hier waren; «csrftoken» schützt Ihre Formulare, ein Jahr lang; «device» lässt Sie auf Ihrem eigenen Gerät ein, während jemand anderes Ihr Passwort zu erraten versucht, zwei Jahre lang; «language» und «theme» merken sich, was Sie gewählt haben, ein Jahr lang. Wo Sie bezahlen, setzt Stripe eigene, gegen Betrug. Ihr Browser speichert zudem, was Sie in eine unfertige Buchung eingegeben haben, und, damit die App ohne Verbindung funktioniert, Ihre Aufträge und was noch zu senden ist; beim Abmelden wird das gelöscht, und nach 7 Tagen verschwindet es von selbst. Bis Sie es dort löschen, behält er auch die Postleitzahl, die Sie gewählt haben, Favoriten ohne Konto und kleine Einstellungen, etwa welche Mitteilungen Sie gelesen haben. Cookies für Werbung oder zur Nachverfolgung gibt es nicht.",
  "privacy.changes.title": "Änderungen dieser Erklärung",
  "privacy.changes.body": "Änderungen kündigen wir 30 Tage im Voraus per E-Mail an.",
  "privacy.map.title": "Quellen",
  "privacy.map.body":
    "Entfernungen werden aus Schweizer Postleitzahlen berechnet; deren Koordinaten stammen von GeoNames (CC BY 4.0).",
};
