import type { Translation } from "../catalogue";

export const messages: Translation<"offers"> = {
  "neighbours": "Nachbarinnen und Nachbarn, die zu Ihnen kommen",
  "choose": "Bei {name} buchen",
  "second.anyway": "Trotzdem buchen",
  "second.look": "Ansehen",
};
