import type { Translation } from "../catalogue";

export const messages: Translation<"scheduling"> = {
  "type.all": "Tutti",
  "type.same_day": "In giornata",
  "type.next_day": "Giorno dopo",
  "type.scheduled": "Programmato",
  "hint.same_day": "urgente",
  "hint.next_day": "rapido",
  "hint.scheduled": "con anticipo",

  "filter": "Mostrare",
  "grid": "Orari liberi, {week}",
  "grid.keys":
    "Con le frecce passa da un orario o un giorno all’altro, con Pag su e Pag giù da una settimana all’altra; Invio sceglie.",
  "previous": "Settimana precedente",
  "next": "Settimana successiva",
  "days": "Giorno",
  "day": "{count, plural, one {# orario libero} many {# di orari liberi} other {# orari liberi}}",
  "day.past": "passato",
  "day.none": "Nessun orario libero in questo giorno.",
  "left": "ancora {count}",
  // Read out whole; seen are the start and the places alone.
  "slot": "<unseen>{day}, </unseen><time>{start}</time><unseen>–{end}, {type}, </unseen><places>{left}</places>",

  "empty.title": "Nessun orario libero questa settimana",
  "empty.looking": "Cerchiamo il primo orario libero…",
  "empty.next": "Primo orario libero: {day}",
  "empty.never": "Anche nelle nove settimane seguenti non c’è nulla di libero.",
  "empty.back": "Tornare a questa settimana",
  "empty.filter": "Nessun orario «{type}» questa settimana",
  "empty.showAll": "Mostrare tutti gli orari",
  "error": "Impossibile caricare gli orari.",

  "advanced.tabs": "Tipo di prenotazione",
  "advanced.once": "Una volta",
  "advanced.recurring": "Ricorrente",
  "advanced.choose": "Scegliere un orario",
  "advanced.legend": "Tipi di orari",
  "advanced.range": "{start}–{end}",
  "confirm": "Confermare",

  "timeline.title": "Tempi del servizio",
  "timeline.same_day.body": "Ritiro oggi, consegna domani",
  "timeline.same_day.tag": "urgenza premium",
  "timeline.next_day.body": "Ritiro domani, consegna in 2 giorni",
  "timeline.next_day.tag": "rapido",
  "timeline.scheduled.body": "Ritiro flessibile, pronto in 2–3 giorni",
  "timeline.scheduled.tag": "standard",
};
