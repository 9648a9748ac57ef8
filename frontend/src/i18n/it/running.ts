import type { Translation } from "../catalogue";

export const messages: Translation<"running"> = {
  "title": "Ordine in corso",
  "confirmed": "{name} passa {time}",
  "pending": "{name} deve ancora confermare: {time}",
  "pickup": "{name} viene ora a ritirare il bucato",
  "washing": "Il Suo bucato è da {name} · riconsegna entro {day}",
  "delivery": "{name} Le riporta ora il bucato",
  "handedBack": "{name} non può venire. Forse un altro vicino",
  "late.pickup": "In ritardo: {name} doveva passare entro {time}",
  "late.washing": "In ritardo: {name} doveva iniziare il lavaggio entro {time}",
  "late.return": "In ritardo: il Suo bucato doveva tornare entro {time}",
  "more":
    "{count, plural, one {# altro ordine in corso} many {# di altri ordini in corso} other {# altri ordini in corso}}",
};
