import type { Translation } from "../catalogue";

export const messages: Translation<"auth"> = {
  "login.title": "Willkommen bei {product}",
  "login.lead": "Melden Sie sich an, um zu buchen, zu bezahlen und Ihre Wäsche zu verfolgen.",
  "login.submit": "Mit E-Mail anmelden",
  "login.busy": "Anmeldung läuft …",
  "login.failed": "Anmeldung fehlgeschlagen",
  "login.failed.body": "E-Mail oder Passwort ist falsch",
  "login.registerLink": "Noch kein Konto? <link>Hier registrieren</link>",
  "login.guest": "Als Gast weiter",
  "login.signedIn": "Sie sind als {email} angemeldet.",
  "login.continue": "Weiter",

  "social.google": "Weiter mit Google",
  "social.apple": "Weiter mit Apple",
  "social.or": "oder",
  "social.error.notConfigured":
    "Die Anmeldung mit {name} ist hier nicht möglich. Bitte melden Sie sich mit E-Mail und Passwort an.",
  "social.error.cancelled":
    "Die Anmeldung mit {name} wurde abgebrochen. Versuchen Sie es noch einmal, oder melden Sie sich mit E-Mail und Passwort an.",
  "social.error.failed":
    "Die Anmeldung mit {name} hat nicht geklappt. Versuchen Sie es noch einmal, oder melden Sie sich mit E-Mail und Passwort an.",
  "social.error.noEmail":
    "{name} hat keine E-Mail-Adresse übermittelt. Bitte registrieren Sie sich mit E-Mail und Passwort.",
  "social.error.emailTaken":
    "Mit dieser E-Mail-Adresse gibt es bereits ein Konto. Bitte melden Sie sich mit E-Mail und Passwort an.",
  "social.error.closed":
    "Dieses Konto ist geschlossen. Falls das ein Irrtum ist, wenden Sie sich bitte an unseren Kundendienst.",
  "social.error.other":
    "Die Anmeldung hat nicht geklappt. Versuchen Sie es noch einmal, oder melden Sie sich mit E-Mail und Passwort an.",

  "passkey.signIn": "Mit Passkey anmelden",
  "passkey.failed": "Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal oder melden Sie sich anders an.",
  "step.title": "Code eingeben",
  "step.lead": "Noch ein Schritt: der Code aus Ihrer Authenticator-App.",
  "step.code": "Code",
  "step.code.hint": "Ohne Ihr Telefon: einer Ihrer Wiederherstellungscodes.",
  "step.required": "Bitte geben Sie den Code ein.",
  "step.submit": "Weiter",
  "step.failed": "Der Code konnte nicht geprüft werden. Bitte versuchen Sie es noch einmal.",
  "step.offline": "Zum Anmelden braucht es eine Verbindung.",

  "register.title": "Konto erstellen",
  "register.lead": "In weniger als 2 Minuten ist Ihre erste Abholung gebucht.",
  "register.submit": "Konto erstellen",
  "register.busy": "Konto wird erstellt …",
  "register.failed": "Registrierung fehlgeschlagen",
  "register.failed.body": "Bei der Registrierung ist ein Fehler aufgetreten",
  "register.welcome": "Willkommen bei {product}!",
  "register.welcome.body": "Ihr Konto ist erstellt",
  "register.loginLink": "Sie haben schon ein Konto? <link>Hier anmelden</link>",
  "register.terms":
    "Mit dem Erstellen eines Kontos akzeptieren Sie die <terms>AGB</terms> und die <privacy>Datenschutzerklärung</privacy>.",

  "field.email": "E-Mail",
  "field.email.placeholder": "name@example.com",
  "field.password": "Passwort",
  "field.password.placeholder": "Mind. {min} Zeichen",
  "field.confirmPassword": "Passwort bestätigen",
  "field.firstName": "Vorname",
  "field.lastName": "Nachname",
  "field.phone": "Telefon (freiwillig)",
  "field.phone.placeholder": "+41 XX XXX XX XX",

  "sheet.register.title": "Letzter Schritt: Ihr Konto",
  "sheet.register.why":
    "Damit {name} weiss, wessen Wäsche es ist, und Sie Ihren Auftrag verfolgen, ändern oder stornieren können. Noch wird nichts belastet.",
  "sheet.register.submit": "Konto erstellen und weiter",
  "sheet.register.switch": "Ich habe ein Konto",
  "sheet.signIn.title": "Zuerst anmelden",
  "sheet.signIn.why": "Ihre Buchung bei {name} bleibt so, wie Sie sie ausgefüllt haben, und geht hier weiter.",
  "sheet.signIn.submit": "Anmelden und weiter",
  "sheet.signIn.switch": "Ich bin neu hier",
  "sheet.busy": "Einen Moment …",
  "sheet.failed": "Die Anmeldung hat nicht geklappt. Bitte versuchen Sie es noch einmal.",
  "sheet.terms":
    "Mit dem Erstellen eines Kontos akzeptieren Sie die <terms>AGB</terms> und die <privacy>Datenschutzerklärung</privacy>. Beide öffnen sich in einem neuen Tab.",

  "help.link": "Passwort vergessen?",
  "help.link.signIn": "Anmeldelink zusenden",
  "help.title.signIn": "Per E-Mail anmelden",
  "help.lead.signIn":
    "Geben Sie die E-Mail-Adresse Ihres Kontos an. Wir senden Ihnen einen Link, der Sie ohne Passwort anmeldet.",
  "help.sent.signIn":
    "Falls es ein Konto für {email} gibt, ist ein Link unterwegs. Er gilt einmal und 15 Minuten lang.",
  "help.title": "Passwort vergessen?",
  "help.lead":
    "Geben Sie die E-Mail-Adresse Ihres Kontos an. Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.",
  "help.send": "Link senden",
  "help.failed": "Der Link konnte nicht gesendet werden. Bitte versuchen Sie es noch einmal.",
  "help.offline": "Um einen Link zu erhalten, braucht es eine Verbindung.",
  "help.sent.title": "Schauen Sie in Ihre E-Mails",
  "help.sent.body": "Falls es ein Konto für {email} gibt, ist ein Link unterwegs. Er gilt einmal und eine Stunde lang.",
  "help.again":
    "Nach einer Minute noch nichts da? Schauen Sie im Spam-Ordner nach, oder lassen Sie den Link noch einmal senden.",
  "help.again.soon": "Ein Link wurde eben erst gesendet. In einer Minute können Sie einen weiteren anfordern.",
  "help.again.done": "Noch einmal angefordert. Jeder Link, der bei Ihnen ankommt, gilt, bis einer davon benutzt ist.",
  "help.sendAgain": "Noch einmal senden",
  "help.other": "Andere Adresse verwenden",
  "help.back": "Zurück zur Anmeldung",

  "link.title": "Ihr Link",
  "link.loading": "Ihr Link wird geprüft",
  "link.error": "Ihr Link konnte nicht geprüft werden.",
  "link.offline": "Für Ihren Link braucht es eine Verbindung.",
  "link.ended.title": "Dieser Link gilt nicht mehr",
  "link.ended.body":
    "Ein Link gilt einmal und nur eine begrenzte Zeit; ändert sich das Konto, verfällt er. Fordern Sie dort, wo Sie ihn verlangt haben, einen neuen an: Das dauert eine Minute.",

  "reset.title": "Neues Passwort wählen",
  "reset.password": "Neues Passwort",
  "reset.others": "Alle anderen Geräte werden abgemeldet.",
  "reset.submit": "Passwort setzen und anmelden",
  "reset.failed": "Das Passwort konnte nicht gesetzt werden. Bitte versuchen Sie es noch einmal.",
  "reset.done": "Passwort geändert",
  "reset.done.body": "Sie sind hier angemeldet und überall sonst abgemeldet.",

  "signIn.title": "Anmelden",
  "signIn.body": "Sie melden sich auf diesem Gerät als {email} an.",
  "signIn.submit": "Anmelden",
  "signIn.failed": "Die Anmeldung hat nicht geklappt. Bitte versuchen Sie es noch einmal.",

  "takeBack.title": "E-Mail-Adresse behalten",
  "takeBack.body":
    "Jemand, der in Ihr Konto gelangt, wollte dafür eine andere Adresse hinterlegen. Wählen Sie ein neues Passwort: Ihre Adresse bleibt oder kommt zurück, und alle anderen werden abgemeldet.",

  "verify.title": "E-Mail-Adresse bestätigen",
  "verify.body": "{email} ist die Adresse Ihres Kontos.",
  "verify.elsewhere":
    "{email} ist die Adresse Ihres Kontos. Auf diesem Gerät sind Sie dort nicht angemeldet: Bestätigen Sie die Adresse mit dem Passwort.",
  "verify.elsewhere.unknown":
    "Wenn Sie das Passwort nicht kennen, melden Sie sich per E-Mail an: Auch das bestätigt die Adresse.",
  "verify.submit": "E-Mail-Adresse bestätigen",
  "verify.done": "E-Mail-Adresse bestätigt",
  "verify.done.body": "Vielen Dank. Über diese Adresse kommen Sie in Ihr Konto, falls Sie Ihr Passwort vergessen.",
  "change.title": "Ihre neue E-Mail-Adresse",
  "change.body": "Ihr Konto erhält die Adresse {email}; damit melden Sie sich ab jetzt an.",
  "change.elsewhere":
    "Ihr Konto erhält die Adresse {email}. Auf diesem Gerät sind Sie dort nicht angemeldet: Geben Sie das Passwort ein, um die neue Adresse zu verwenden.",
  "change.elsewhere.unknown":
    "Wenn Sie das Passwort nicht kennen, melden Sie sich per E-Mail mit Ihrer bisherigen Adresse an und öffnen Sie diesen Link dann noch einmal.",
  "change.submit": "Neue Adresse verwenden",
  "change.done": "E-Mail-Adresse geändert",
  "change.done.body": "Sie melden sich ab jetzt mit Ihrer neuen Adresse an.",
  "confirm.failed": "Ihre Adresse konnte nicht bestätigt werden. Bitte versuchen Sie es noch einmal.",
  "confirm.onwards": "Zu Ihrem Profil",

  "error": "Fehler",
  "error.mismatch": "Die Passwörter stimmen nicht überein",
  "error.short": "Das Passwort braucht mindestens {min} Zeichen",
  "error.email": "Bitte E-Mail eingeben",
  "error.emailFormat": "Geben Sie eine E-Mail-Adresse wie name@example.com ein",
  "error.password": "Bitte Passwort eingeben",
  "error.confirmPassword": "Bitte Passwort wiederholen",
  "error.firstName": "Bitte Vornamen eingeben",
  "error.throttled":
    "Zu viele Versuche. Bitte versuchen Sie es in {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal.",
};
