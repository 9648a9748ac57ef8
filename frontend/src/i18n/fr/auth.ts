import type { Translation } from "../catalogue";

export const messages: Translation<"auth"> = {
  "login.title": "Bienvenue chez {product}",
  "login.lead": "Connectez-vous pour réserver, payer et suivre votre linge.",
  "login.submit": "Se connecter par e-mail",
  "login.busy": "Connexion…",
  "login.failed": "Connexion impossible",
  "login.failed.body": "E-mail ou mot de passe incorrect",
  "login.registerLink": "Pas encore de compte ? <link>Créez-en un</link>",
  "login.guest": "Continuer sans compte",
  "login.signedIn": "Session ouverte avec {email}.",
  "login.continue": "Continuer",

  "social.google": "Continuer avec Google",
  "social.apple": "Continuer avec Apple",
  "social.or": "ou",
  "social.error.notConfigured":
    "La connexion avec {name} n’est pas disponible ici. Utilisez votre e-mail et votre mot de passe.",
  "social.error.cancelled":
    "La connexion avec {name} a été interrompue. Réessayez, ou utilisez votre e-mail et votre mot de passe.",
  "social.error.failed":
    "La connexion avec {name} n’a pas fonctionné. Réessayez, ou utilisez votre e-mail et votre mot de passe.",
  "social.error.noEmail":
    "{name} n’a pas transmis d’adresse e-mail. Créez un compte avec votre e-mail et un mot de passe.",
  "social.error.emailTaken":
    "Un compte existe déjà avec cette adresse e-mail. Connectez-vous avec votre e-mail et votre mot de passe.",
  "social.error.closed": "Ce compte est fermé. Si vous pensez à une erreur, écrivez à notre assistance.",
  "social.error.other": "La connexion n’a pas fonctionné. Réessayez, ou utilisez votre e-mail et votre mot de passe.",

  "passkey.signIn": "Se connecter avec une clé d’accès",
  "passkey.failed": "Aucune clé d’accès n’a été utilisée. Réessayez ou connectez-vous autrement.",
  "step.title": "Saisissez votre code",
  "step.lead": "Encore une étape : le code de votre application d’authentification.",
  "step.code": "Code",
  "step.code.hint": "Sans votre téléphone : l’un de vos codes de récupération.",
  "step.required": "Veuillez saisir le code.",
  "step.submit": "Continuer",
  "step.failed": "Le code n’a pas pu être vérifié. Veuillez réessayer.",
  "step.offline": "Il faut être en ligne pour se connecter.",

  "register.title": "Créez votre compte",
  "register.lead": "Votre première collecte se réserve en moins de 2 minutes.",
  "register.submit": "Créer un compte",
  "register.busy": "Création du compte…",
  "register.failed": "Inscription impossible",
  "register.failed.body": "Une erreur s’est produite lors de l’inscription",
  "register.welcome": "Bienvenue chez {product} !",
  "register.welcome.body": "Votre compte est créé",
  "register.loginLink": "Déjà un compte ? <link>Connectez-vous</link>",
  "register.terms":
    "En créant un compte, vous acceptez les <terms>conditions générales</terms> et la <privacy>déclaration de protection des données</privacy>.",

  "field.email": "E-mail",
  "field.email.placeholder": "vous@exemple.ch",
  "field.password": "Mot de passe",
  "field.password.placeholder": "Min. {min} caractères",
  "field.confirmPassword": "Répéter le mot de passe",
  "field.firstName": "Prénom",
  "field.lastName": "Nom",
  "field.phone": "Téléphone (facultatif)",
  "field.phone.placeholder": "+41 XX XXX XX XX",

  "sheet.register.title": "Dernière étape : votre compte",
  "sheet.register.why":
    "Pour que {name} sache à qui est le linge, et que vous puissiez suivre, modifier ou annuler votre commande. Rien n’est débité pour l’instant.",
  "sheet.register.submit": "Créer un compte et continuer",
  "sheet.register.switch": "J’ai déjà un compte",
  "sheet.signIn.title": "Connectez-vous pour continuer",
  "sheet.signIn.why": "Votre réservation chez {name} reste remplie et reprend à cet endroit.",
  "sheet.signIn.submit": "Se connecter et continuer",
  "sheet.signIn.switch": "Je n’ai pas de compte",
  "sheet.busy": "Un instant…",
  "sheet.failed": "La connexion n’a pas fonctionné. Réessayez.",
  "sheet.terms":
    "En créant un compte, vous acceptez les <terms>conditions générales</terms> et la <privacy>déclaration de protection des données</privacy>. Les deux s’ouvrent dans un nouvel onglet.",

  "help.link": "Mot de passe oublié ?",
  "help.link.signIn": "Recevoir un lien de connexion",
  "help.title.signIn": "Se connecter par e-mail",
  "help.lead.signIn":
    "Indiquez l’adresse e-mail de votre compte. Nous vous envoyons un lien qui vous connecte sans mot de passe.",
  "help.sent.signIn":
    "S’il existe un compte pour {email}, un lien est en route. Il fonctionne une fois, pendant 15 minutes.",
  "help.title": "Mot de passe oublié ?",
  "help.lead":
    "Indiquez l’adresse e-mail de votre compte. Nous vous envoyons un lien pour choisir un nouveau mot de passe.",
  "help.send": "Envoyer le lien",
  "help.failed": "Le lien n’a pas pu être envoyé. Réessayez.",
  "help.offline": "Il faut être en ligne pour recevoir un lien.",
  "help.sent.title": "Consultez vos e-mails",
  "help.sent.body":
    "S’il existe un compte pour {email}, un lien est en route. Il fonctionne une fois, pendant une heure.",
  "help.again": "Rien reçu après une minute ? Regardez dans le courrier indésirable ou demandez un nouvel envoi.",
  "help.again.soon": "Un lien vient d’être envoyé. Vous pourrez en demander un autre dans une minute.",
  "help.again.done": "Nouvel envoi demandé. Chaque lien reçu fonctionne, jusqu’à ce que l’un d’eux ait servi.",
  "help.sendAgain": "Renvoyer",
  "help.other": "Utiliser une autre adresse",
  "help.back": "Retour à la connexion",

  "link.title": "Votre lien",
  "link.loading": "Vérification de votre lien",
  "link.error": "Impossible de vérifier votre lien.",
  "link.offline": "Il faut être en ligne pour ouvrir votre lien.",
  "link.ended.title": "Ce lien ne fonctionne plus",
  "link.ended.body":
    "Un lien fonctionne une seule fois, pour une durée limitée, et expire dès que le compte change. Demandez-en un nouveau au même endroit : une minute suffit.",

  "reset.title": "Choisissez un nouveau mot de passe",
  "reset.password": "Nouveau mot de passe",
  "reset.others": "Tous les autres appareils seront déconnectés.",
  "reset.submit": "Enregistrer et se connecter",
  "reset.failed": "Impossible d’enregistrer votre mot de passe. Réessayez.",
  "reset.done": "Mot de passe modifié",
  "reset.done.body": "Votre session est ouverte ici et fermée partout ailleurs.",

  "signIn.title": "Se connecter",
  "signIn.body": "Votre session s’ouvre avec {email}, sur cet appareil.",
  "signIn.submit": "Se connecter",
  "signIn.failed": "La connexion n’a pas fonctionné. Réessayez.",

  "takeBack.title": "Gardez votre adresse e-mail",
  "takeBack.body":
    "Une personne qui a accès à votre compte a demandé une autre adresse pour celui-ci. Choisissez un nouveau mot de passe : votre adresse reste ou revient, et toutes les autres sessions sont fermées.",

  "verify.title": "Confirmez votre adresse e-mail",
  "verify.body": "{email} est l’adresse de votre compte.",
  "verify.elsewhere":
    "{email} est l’adresse de votre compte. Vous n’y êtes pas connecté sur cet appareil : saisissez le mot de passe pour confirmer l’adresse.",
  "verify.elsewhere.unknown":
    "Si vous ne connaissez pas le mot de passe, connectez-vous par e-mail : cela confirme aussi l’adresse.",
  "verify.submit": "Confirmer l’adresse e-mail",
  "verify.done": "Adresse e-mail confirmée",
  "verify.done.body": "Merci. Si vous oubliez votre mot de passe, cette adresse vous redonne accès à votre compte.",
  "change.title": "Votre nouvelle adresse e-mail",
  "change.body": "Votre compte passe à l’adresse {email} : c’est avec elle que vous vous connecterez désormais.",
  "change.elsewhere":
    "Votre compte passe à l’adresse {email}. Vous n’y êtes pas connecté sur cet appareil : saisissez le mot de passe pour utiliser la nouvelle adresse.",
  "change.elsewhere.unknown":
    "Si vous ne connaissez pas le mot de passe, connectez-vous par e-mail avec votre adresse actuelle, puis ouvrez à nouveau ce lien.",
  "change.submit": "Utiliser la nouvelle adresse",
  "change.done": "Adresse e-mail modifiée",
  "change.done.body": "Connectez-vous désormais avec votre nouvelle adresse.",
  "confirm.failed": "Impossible de confirmer votre adresse. Réessayez.",
  "confirm.onwards": "Vers votre profil",

  "error": "Erreur",
  "error.mismatch": "Les mots de passe ne correspondent pas",
  "error.short": "Le mot de passe doit compter au moins {min} caractères",
  "error.email": "Indiquez votre adresse e-mail",
  "error.emailFormat": "Indiquez une adresse e-mail comme nom@exemple.ch",
  "error.password": "Indiquez votre mot de passe",
  "error.confirmPassword": "Répétez votre mot de passe",
  "error.firstName": "Indiquez votre prénom",
  "error.throttled":
    "Trop de tentatives. Réessayez dans {seconds, plural, one {# seconde} many {# de secondes} other {# secondes}}.",
};
