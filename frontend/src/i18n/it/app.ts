import type { Translation } from "../catalogue";

export const messages: Translation<"app"> = {
  "version.title": "È pronta una nuova versione",
  "version.reload": "Ricaricare",

  "install.title": "{product} a portata di mano",
  "install.body": "Con l’app prenota con un tocco e legge i Suoi ordini anche senza connessione.",
  "install.action": "Installare",
  "install.ios": "In Safari tocchi «Condividi», poi «Aggiungi alla schermata Home».",
  "install.never": "No, grazie",

  "impersonation.label": "Accesso a nome di un cliente",
  "impersonation.who": "Ha effettuato l’accesso come {name}.",
  "impersonation.until": "Fino alle {time}.",
  "impersonation.pending": "Non tutto è stato inviato. «Uscire» ora elimina il resto.",
  "impersonation.end": "Uscire",
};
