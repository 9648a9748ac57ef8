import type { Translation } from "../catalogue";

export const messages: Translation<"offers"> = {
  "neighbours": "Vicini che servono il Suo indirizzo",
  "choose": "Prenotare con {name}",
  "second.anyway": "Prenotare comunque",
  "second.look": "Vederlo",
};
