import type { Translation } from "../catalogue";

/** Where a person looks for neighbours. */
export const messages: Translation<"locality"> = {
  "title": "Dove ritirare il bucato?",
  "lead": "Vicini, distanze e prenotazione dipendono dal luogo.",
  "field": "NPA o località",
  "found": "Luoghi",
  "none": "Nessun luogo svizzero inizia così. Controlli l’ortografia o digiti un NPA.",
  "own": "Usare la mia posizione",
  "own.refused": "La posizione non è disponibile. La consenta nelle impostazioni del browser o digiti l’NPA.",
  "own.unknown": "Impossibile verificare se consente all’app di usare la posizione. Digiti l’NPA.",
  "own.off": "Nelle impostazioni della privacy ha disattivato la localizzazione, perciò non chiediamo la posizione.",
  "own.abroad": "Vicino a Lei non c’è alcun luogo svizzero. Digiti un NPA.",
  "notChanged": "Il luogo non è stato cambiato",
  "ofCode": "{postalCode} corrisponde a {city}.",
  "ofCode.take": "Usare {city}",
};
