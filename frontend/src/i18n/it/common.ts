import type { Translation } from "../catalogue";

export const messages: Translation<"common"> = {
  "nav.label": "Principale",
  "nav.home": "Home",
  "nav.track": "Seguire",
  "nav.history": "Ordini",
  "nav.profile": "Profilo",
  "skip": "Andare al contenuto",

  "header.place": "Luogo: {place}",
  "header.place.notOpened": "Impossibile mostrare i luoghi",
  "zurich": "Zurigo",
  "header.location": "{city}, Svizzera",
  "header.home": "home",
  "header.account": "Il Suo profilo",
  "unread": "{count} da leggere",
  "bell": "Notifiche",

  "back": "Indietro",
  "tryAgain": "Riprovare",
  "close": "Chiudere",
  "undo": "Ripristinare",
  "read": "Leggere",
  "password.show": "Mostrare la password",
  "password.hide": "Nascondere la password",
  "unsaved.question": "Chiudere senza conservare ciò che ha scritto?",
  "unsaved.keep": "Continuare a scrivere",
  "unsaved.discard": "Non conservare",
  "loading": "Caricamento…",
  "required": "obbligatorio",
  "goHome": "Alla home",
  "signIn.title": "Prima acceda",
  "signIn.body": "Questa pagina appartiene al Suo account.",
  "signIn.action": "Accedere",
  "ended.title": "Sessione terminata",
  "ended.body": "Acceda per riprendere da dove era.",

  "distance.here": "nel Suo NPA",
  "distance.m": "a {value} m",
  "distance.km": "a {value} km",
  "distance.unknown": "Distanza sconosciuta",
  "stars": "{value} su 5 stelle",
  "newProvider": "Nuovo",
  "reviews": "{count, plural, one {# recensione} many {# di recensioni} other {# recensioni}}",
  "favourite": "Preferito",
  "favourite.of": "Preferito: {name}",
  "favourite.failed": "Preferiti non modificati",
  "addresses.own": "I Suoi indirizzi",
  // How somebody accepts who does not accept at once.
  "manual": "{name} conferma entro {hours} ore; altrimenti Le rimborsiamo tutto",

  "service.standard": "Lava e piega standard",
  "service.premium": "Cura premium",
  "service.ironing": "Solo stiratura",

  // The progress timeline of an order (specification point 4).

  "price.fee": "Commissione della piattaforma",

  "error.title": "Qualcosa è andato storto",
  "error.body": "Impossibile mostrare questa pagina. I Suoi dati sono al sicuro.",
  "error.network": "Nessuna connessione a {product}. Controlli la connessione internet e riprovi.",
  "error.timeout": "{product} non ha risposto in tempo. Riprovi.",
  "error.server": "{product} non ha risposto come previsto. Riprovi tra un momento.",
  "error.part": "Questa pagina non è stata caricata del tutto.",

  "search.label": "Cercare fornitori",
  "search.placeholder": "Cercare fornitori…",
  "search.clear": "Cancellare la ricerca",
};
