import type { Translation } from "../catalogue";

export const messages: Translation<"app"> = {
  "version.title": "Une nouvelle version est prête",
  "version.reload": "Recharger",

  "install.title": "{product} à portée de main",
  "install.body": "Avec l’app, réserver ne demande qu’un geste, et vos commandes se lisent même hors ligne.",
  "install.action": "Installer",
  "install.ios": "Dans Safari, touchez « Partager », puis « Sur l’écran d’accueil ».",
  "install.never": "Non merci",

  "impersonation.label": "Session au nom d’un client",
  "impersonation.who": "Session ouverte au nom d’un client : {name}.",
  "impersonation.until": "Jusqu’à {time}.",
  "impersonation.pending": "Tout n’est pas encore envoyé. « Terminer » efface maintenant le reste.",
  "impersonation.end": "Terminer",
};
