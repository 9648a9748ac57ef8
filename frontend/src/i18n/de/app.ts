import type { Translation } from "../catalogue";

export const messages: Translation<"app"> = {
  "version.title": "Eine neue Version ist bereit",
  "version.reload": "Neu laden",

  "install.title": "{product} immer zur Hand",
  "install.body": "Als App ist das Buchen stets griffbereit, und Ihre Aufträge lesen Sie auch ohne Verbindung.",
  "install.action": "Installieren",
  "install.ios": "Tippen Sie in Safari auf «Teilen» und dann auf «Zum Home-Bildschirm».",
  "install.never": "Nein, danke",

  "impersonation.label": "Im Namen einer Kundin oder eines Kunden angemeldet",
  "impersonation.who": "Sie sind als {name} angemeldet.",
  "impersonation.until": "Endet um {time}.",
  "impersonation.pending": "Noch ist nicht alles gesendet. «Beenden» löscht nun den Rest.",
  "impersonation.end": "Beenden",
};
