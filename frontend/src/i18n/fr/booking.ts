import type { Translation } from "../catalogue";

export const messages: Translation<"booking"> = {
  "title": "Réserver",
  "lead": "Collecte et livraison comprises. Vous payez à la fin.",

  "noProvider.title": "Aucun prestataire choisi",
  "noProvider.body": "Choisissez d’abord un prestataire",
  "goBackHome": "Retour à l’accueil",
  "unknown.title": "Ce prestataire n’est pas disponible",
  "unknown.body":
    "Le lien est peut-être ancien, ou ce prestataire ne prend pas de réservations en ce moment. Choisissez-en un autre près de chez vous.",
  "error.load": "Impossible de charger ce prestataire.",
  "error.times": "Impossible de charger les heures de collecte.",

  "provider.title": "Votre prestataire",
  "provider.available": "Libre maintenant",
  "provider.nextFree": "Prochain créneau : {time}",
  "provider.manual": "Confirme manuellement",

  "manual.tooSoon":
    "{name} confirme manuellement : ce créneau ({time}) est trop proche. Choisissez une heure dans {hours} h au plus tôt.",
  "manual.tooSoon.neighbours":
    "{name} confirme manuellement : ce créneau ({time}) est trop proche. Choisissez une heure dans {hours} h au plus tôt, ou un prestataire qui accepte immédiatement.",

  "service.title": "Prestation",
  "service.standard": "Lavé, séché, plié en 48 à 72 h",
  "service.premium": "{difference} CHF, soin particulier en 24 à 48 h",
  "service.ironing": "Repassé, jusqu’à 10 pièces",
  "service.pickup": "Collecte : {time}",
  "backBy": "Retour d’ici au {day}",

  "weight.label": "Poids en kilogrammes",
  "weight.hint":
    "Jusqu’à {included} kg compris ; chaque kg en plus coûte {price}. Une machine pleine fait environ 6 kg.",

  "pieces.more": "Plus de {count} pièces",
  "pieces.hint":
    "Une chemise compte pour une pièce, un drap pour deux. Chaque palier de {step} kg, soit environ {pieces} pièces de plus, coûte {price}.",

  "address.title": "Adresse de collecte",
  "address.hint": "Votre linge revient à la même adresse.",
  "address.street": "Rue et numéro",
  "address.street.placeholder": "Rue de la Gare 1",
  "address.city": "Localité",
  "address.postalCode": "NPA",
  "address.keep": "Garder cette adresse",
  "address.keep.body": "Elle vous sera proposée la prochaine fois.",
  "address.street.missing": "Indiquez l’adresse",
  "address.city.missing": "Indiquez la localité",
  "address.postalCode.missing": "Indiquez le NPA",
  "address.postalCode.unknown_postal_code": "Pas un NPA suisse",
  "address.postalCode.not_served": "Non desservi",

  "notServed": "{name} ne dessert pas le NPA {postalCode}. Choisissez une autre adresse ou un autre prestataire.",
  "notServed.neighbours": "{name} ne dessert pas le NPA {postalCode}. Ces voisins, oui :",

  "pickup.title": "Heure de collecte",
  "pickup.date": "Jour de collecte souhaité",
  "pickup.time": "Heure de collecte souhaitée",
  "pickup.noTimes": "Aucun créneau libre",
  "pickup.from": "Dès {time}",
  "pickup.left": "Encore {count}",
  "pickup.full": "Complet",
  "pickup.held": "Pour vous",
  "pickup.past": "Passé",
  "pickup.closed": "Fermé",
  "pickup.gone": "Ce créneau ne peut plus être réservé. Choisissez-en un autre.",
  "pickup.choose": "Choisissez une heure de collecte.",
  "pickup.more": "Autres dates",
  "pickup.more.caption": "Calendrier",
  "pickup.change": "Modifier",
  "pickup.seeAll": "Voir tous les créneaux libres",
  "pickup.lost": "{time} : ce créneau ne peut plus être réservé. Choisissez-en un autre.",
  "pickup.lost.replaced":
    "{time} : ce créneau ne peut plus être réservé. Nous avons choisi pour vous le prochain qui est libre.",
  "pickup.repeat": "Besoin régulier ? <link>Passez à la réservation régulière</link>",
  "pickup.none.title": "Aucune heure de collecte libre aujourd’hui ni demain",
  "pickup.none.body":
    "{name} affiche complet ou ferme ces deux jours. Choisissez un autre jour ou un autre prestataire.",
  "pickup.none.action": "Choisir un autre prestataire",

  "dates.title": "Autres dates",
  "dates.lead": "Tous les créneaux libres chez {name}, ou la même collecte à intervalles réguliers.",
  "dates.back": "Retour à votre réservation",

  "note.open": "Ajouter une remarque",
  "note.label": "Remarque pour votre prestataire",
  "note.hint": "Par exemple : sonnez deux fois, sans adoucissant, le sac est dans l’entrée.",

  "summary.title": "Prix",
  "summary.pickup": "Collecte",
  "summary.back": "Retour d’ici au",
  "summary.noTime": "Choisissez un créneau",
  "confirm": "Confirmer",
  "confirm.busy": "Création de votre commande…",
  "confirm.needsStreet": "Indiquez votre rue pour continuer",
  "confirm.note": "Le paiement par carte suit. Annulation sans frais jusqu’à {figureBefore} avant la collecte.",

  "toast.error": "Erreur",
  "toast.incomplete": "Remplissez tous les champs obligatoires",
  "toast.created": "Commande créée",
  "toast.goOn": "Continuer",
  "toast.created.body": "Vous passez au paiement…",
  "toast.again.body": "Votre commande précédente n’a pas été payée à temps : en voici une nouvelle.",
  "toast.placed": "Commande déjà passée",
  "toast.open.body": "Cette commande attend votre paiement.",
  "toast.paid.body": "Vous avez déjà payé cette commande.",
  "toast.failed": "Impossible de créer la commande. Réessayez.",
  "unpaid.link": "Voir vos commandes à payer",
  "offline": "Il faut être en ligne pour réserver.",
};
