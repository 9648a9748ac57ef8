import type { Translation } from "../catalogue";

export const messages: Translation<"rating"> = {
  "dialog.title": "Valutare {provider}",
  "dialog.lead": "Com’era il bucato? La Sua valutazione aiuta i vicini a scegliere.",
  "legend": "La Sua valutazione",
  // Specification point 9: 1 to 5.
  "label.1": "Scarso",
  "label.2": "Sufficiente",
  "label.3": "Buono",
  "label.4": "Molto buono",
  "label.5": "Eccellente",
  "star": "{count} stelle su 5, {label}",
  "comment": "Commento (facoltativo)",
  "comment.placeholder": "Che cosa dovrebbero sapere gli altri?",
  "submit": "Inviare la valutazione",
  "queue": "Inviare più tardi",
  "offline": "Modalità offline",
  "required.title": "Manca la valutazione",
  "required.body": "Scelga le stelle prima dell’invio.",
  "success.title": "Recensione inviata",
  "success.body": "Grazie della valutazione!",
  "failure.title": "Errore",
  "failure.body": "Impossibile inviare la recensione. Riprovi.",
};
