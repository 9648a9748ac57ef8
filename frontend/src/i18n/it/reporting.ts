import type { Translation } from "../catalogue";

export const messages: Translation<"reporting"> = {
  "reason": "Che cosa non va?",
  "reason.choose": "Scegliere un motivo",
  "reason.required": "Scelga che cosa non va",
  "reason.offensive": "Offende o incita all’odio",
  "reason.untrue": "Non è vero",
  "reason.private": "Nomi o dati privati",
  "reason.spam": "Pubblicità",
  "reason.other": "Altro",
  "words": "Che cosa dobbiamo sapere? (facoltativo)",
  "words.other": "Che cosa non va?",
  "words.required": "Dica che cosa non va",
  "send": "Inviare la segnalazione",
  "done.title": "Grazie",
  "done.body": "Verifichiamo e Le comunichiamo la decisione.",
  "failed.title": "Non inviata",
  "failed.body": "Impossibile inviare la segnalazione. Riprovi.",
  "offline": "Nessuna connessione: invii la segnalazione quando è di nuovo online.",
  "signIn": "Acceda per segnalare una recensione. Serve un account perché possiamo comunicarle la decisione.",
  "signIn.action": "Accedere",
};
