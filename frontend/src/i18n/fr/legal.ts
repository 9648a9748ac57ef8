import type { Translation } from "../catalogue";

export const messages: Translation<"legal"> = {
  "updated": "Dernière mise à jour : {day}",
  "privacy.updated": "Dernière mise à jour : {day}",
  "contactSupport": "Contacter l’assistance",
  "owner.title": "Qui exploite {product}",
  "owner.demo": "Ceci est une démonstration : rien n’est réellement vendu, et l’entreprise est inventée.",
  "owner.vat": "IDE et numéro de TVA : {number}",

  "terms.title": "Conditions générales",
  "terms.lead": "Ce que les clients, les prestataires et {product} se doivent mutuellement.",
  "terms.role.title": "Ce qu’est {product}",
  "terms.role.body":
    "{product} est une place de marché. Des voisins y proposent des services de blanchisserie, des clients les réservent ; {product} met les deux parties en relation, encaisse le paiement et le transmet. Le contrat portant sur la prestation est conclu entre le client et le prestataire ; {product} n’est partie qu’au contrat d’utilisation de la place de marché.",
  "terms.account.title": "Votre compte",
  "terms.account.body":
    "La consultation est possible sans compte. Pour réserver, il vous faut un compte ouvert sous votre vrai nom, avec une adresse e-mail à laquelle vous êtes joignable. Gardez votre mot de passe secret : les actes accomplis avec votre compte vous sont imputés, sauf si vous nous avez signalé qu’une autre personne en dispose.",
  "terms.prices.title": "Prestations et prix",
  "terms.prices.body":
    "Les prix s’entendent en francs suisses et comprennent tout ce que nous facturons. Ils vont de CHF {figureLowest} à {figureHighest} par prestation et sont affichés intégralement avant votre confirmation :",
  "terms.prices.standard":
    "Lavage et pliage standard : CHF {figureStandardExact}, jusqu’à 10 kg, retour en 48 à 72 heures",
  "terms.prices.premium": "Soin premium : CHF {figurePremiumExact}, jusqu’à 10 kg, retour en 24 à 48 heures",
  "terms.prices.ironing": "Repassage seul : CHF {figureIroningExact}, jusqu’à 10 pièces, retour en 24 à 48 heures",
  "terms.prices.weight": "Chaque kilogramme au-delà de 10 : CHF {figureExtraKg}, jusqu’à 15 kg",
  "terms.prices.addOns":
    "Options : express le jour même CHF {figureExpress} (dans certaines régions : collecte du jour, retour dans les 24 heures), linge délicat CHF {figureDelicate}, nettoyage à sec CHF {figureCleaningFrom} à {figureCleaningTo} par pièce",
  "terms.prices.fee": "Frais de plateforme : CHF {figureFee} par commande",
  "terms.booking.title": "Réservation et paiement",
  "terms.booking.body":
    "Les collectes ont d’ordinaire lieu à l’heure pleine de 9:00 à 17:00, le plus souvent entre 8:00 et 12:00 ou entre 13:00 et 17:00, les jours où votre prestataire est libre ; certains proposent d’autres heures sous « Autres dates ». Une réservation est passée au moment où vous la confirmez ; votre créneau vous est alors gardé pendant {figureHold}, jusqu’au paiement par carte. La plupart des prestataires acceptent immédiatement. Le prestataire qui confirme manuellement dispose de 2 heures, mais jamais au-delà de l’heure de collecte ; à défaut de confirmation, tout vous est remboursé. Un paiement qui arrive après les {figureHold} est également remboursé, sauf si votre créneau est encore libre.",
  "terms.recurring.title": "Collectes régulières",
  "terms.recurring.body":
    "Une réservation régulière est passée et débitée de votre carte enregistrée 48 heures avant chaque collecte ; le formulaire l’indique avant que vous ne la créiez, y compris lorsque la première est débitée immédiatement. Jusque-là, vous pouvez en tout temps sauter une collecte, la déplacer ou résilier la réservation régulière.",
  "terms.cancel.title": "Annulation et modification",
  "terms.cancel.body":
    "Vous pouvez annuler ou modifier une réservation sans frais jusqu’à {figureBefore} avant la collecte et, dans tous les cas, dans un délai de {figureAfter} après la réservation. Passé ce délai, des frais peuvent être perçus selon les conditions du prestataire, au maximum la part du montant de la prestation affichée avant que vous ne confirmiez l’annulation ; le reste vous est remboursé. Si le prestataire ou {product} annule, tout vous est remboursé.",
  "terms.handBack.title": "Lorsqu’un prestataire est empêché",
  "terms.handBack.body":
    "Le prestataire qui ne peut pas exécuter une commande confirmée se désiste. Nous vous consultons d’abord : vous pouvez annuler sans frais, ou laisser jusqu’à trois voisins disponibles reprendre la commande au même prix et aux mêmes conditions. Si personne ne la reprend dans les 2 heures, ou jusqu’à 1 heure avant la collecte, tout vous est remboursé.",
  "terms.quality.title": "Qualité et dommages",
  "terms.quality.body":
    "Votre satisfaction compte. Signalez tout dommage ou objet manquant dans les 24 heures suivant la livraison, si possible avec des photos ; nous réglons le cas avec le prestataire et son assurance. Videz les poches et indiquez dans la remarque ce qui demande un soin particulier : personne ne répond de ce qui a été laissé dans une poche ou n’a pas été désigné comme délicat.",
  "terms.reviews.title": "Avis",
  "terms.reviews.body":
    "Quiconque a fait exécuter une commande peut la noter une fois, d’une à cinq étoiles. Nous publions les avis tels quels et ne masquons que ce qui est injurieux, illicite ou étranger à la prestation. Le prestataire peut répondre une fois.",
  "terms.provider.title": "Exigences envers les prestataires",
  "terms.provider.body":
    "Chacun peut poser sa candidature comme prestataire. Avant la première réservation, nous vérifions, dans un délai de 5 à 7 jours ouvrables :",
  "terms.provider.identity": "L’identité, l’inscription de l’entreprise et l’assurance",
  "terms.provider.background": "Les antécédents",
  "terms.provider.references": "Les références",
  "terms.provider.cover": "Une couverture de responsabilité civile d’au moins 1 million de francs",
  "terms.payouts.title": "Rémunération des prestataires",
  "terms.payouts.body":
    "Le prestataire reçoit ce que le client a payé, moins les frais de plateforme, une fois par semaine pour les commandes terminées. Tout montant litigieux est retenu jusqu’au règlement du litige. Les prestataires travaillent à leur propre compte : ils s’occupent eux-mêmes de leurs impôts, assurances sociales et autorisations, et facturent la TVA lorsqu’ils y sont assujettis.",
  "terms.conduct.title": "Usage loyal",
  "terms.conduct.body":
    "Ne réservez pas ce que vous n’entendez pas utiliser, ne convenez pas de paiements en dehors de {product} et traitez-vous avec respect. Les numéros de téléphone et les adresses servent exclusivement à la commande. Les comptes qui nuisent à autrui sont fermés.",
  "terms.liability.title": "Responsabilité",
  "terms.liability.body":
    "{product} répond de sa propre activité, à savoir la place de marché et les paiements, conformément à la loi ; en cas de négligence légère, uniquement dans la mesure où la loi l’exige. Le prestataire répond du linge lui-même. La collecte le jour même dépend des disponibilités près de chez vous.",
  "terms.changes.title": "Modification des présentes conditions",
  "terms.changes.body":
    "Nous annonçons les modifications par e-mail 30 jours à l’avance. Si vous ne les acceptez pas, vous pouvez fermer votre compte avant leur entrée en vigueur. Chaque commande est régie par les conditions en vigueur au moment où elle a été passée.",
  "terms.law.title": "Droit applicable et for",
  "terms.law.body":
    "Le droit suisse est applicable. Le for est à Zurich, sauf si la loi prévoit un autre for pour les consommateurs. En cas de problème, écrivez-nous d’abord : notre assistance est là {figureDays} {figureHours} (heure suisse), répond aux e-mails dans les 24 heures, et la plupart des cas se règlent en un jour.",

  "privacy.title": "Déclaration de protection des données",
  "privacy.lead": "Quelles données nous conservons, pourquoi, et ce que vous pouvez nous demander.",
  "privacy.settings": "Réglages de confidentialité",
  "privacy.collect.title": "Ce que nous conservons",
  "privacy.collect.body":
    "Votre nom, votre adresse e-mail et votre numéro de téléphone ; les adresses que vous indiquez pour la collecte et la livraison ; vos commandes, messages, photos et notes ; ce que vous écrivez à notre assistance ; ce que vous souhaitez toujours pour votre linge, y compris les allergies si vous choisissez de les indiquer ; vos appareils autorisés à afficher des notifications ; pour les appareils connectés, le navigateur, le système et le début de l’adresse réseau ; pendant un jour, l’adresse réseau d’où est venu un mot de passe erroné ou l’envoi d’une personne non connectée. Pour les prestataires, également leur dossier de candidature : leur entreprise, leurs documents, le compte sur lequel ils sont payés. Les numéros de carte vont directement à notre prestataire de paiement et ne nous parviennent jamais ; nous voyons la marque et les quatre derniers chiffres.",
  "privacy.use.title": "À quoi servent ces données",
  "privacy.use.body":
    "À exécuter vos réservations, à encaisser et à rembourser les paiements, à vous informer de l’état d’une commande, à vous répondre et à tenir la comptabilité exigée par la loi. Rien n’est vendu, et rien n’est utilisé à des fins publicitaires sans votre autorisation. Personne n’est jugé par une machine seule : les candidatures, les avis et les comptes font l’objet d’une décision de notre équipe.",
  "privacy.share.title": "Qui voit quoi",
  "privacy.share.body":
    "Jusqu’à votre paiement, le prestataire voit votre prénom et l’initiale de votre nom ; ensuite aussi votre adresse et votre numéro de téléphone, nécessaires à la collecte, mais au plus jusqu’à 30 jours après la commande. Pour une commande payée, le prestataire voit aussi ce que vous souhaitez toujours pour votre linge, allergies comprises. Vos notes affichent votre prénom et la première lettre de votre nom. Les prestataires notent aussi leurs clients, par des étoiles seulement : les autres prestataires n’en voient que la moyenne, à partir de trois notes. Les photos d’une conversation ou d’un signalement de dommage sont visibles des deux parties de cette commande. Notre équipe ne consulte les commandes, les documents et les conversations que si son travail l’exige ; chaque consultation est consignée. Les paiements sont traités par Stripe, selon ses propres règles ; des données peuvent alors être conservées dans l’Union européenne et aux États-Unis, avec les garanties exigées par la loi.",
  "privacy.position.title": "Positions",
  "privacy.position.body":
    "Votre position ne sert à trouver des voisins que si vous le demandez, et n’est pas conservée. Un prestataire en route peut partager la sienne avec la personne qui a passé la commande, et avec personne d’autre ; une seule position est conservée, jamais un trajet, et elle disparaît au plus tard une heure après la commande. Vous pouvez désactiver les deux dans vos réglages de confidentialité.",
  "privacy.retention.title": "Durées de conservation",
  "privacy.retention.account": "Données du compte : tant que le compte est actif, puis 3 ans",
  "privacy.retention.orders": "Historique des commandes : 7 ans",
  "privacy.retention.support": "Demandes à l’assistance : 3 ans",
  "privacy.retention.photos":
    "Photos d’une remise : 90 jours après la commande ; photos dans les messages et les signalements de dommage : 1 an",
  "privacy.rights.title": "Vos droits",
  "privacy.rights.body":
    "Dans vos réglages de confidentialité, vous obtenez dans les 24 heures une copie de tout ce que nous conservons à votre sujet et pouvez faire supprimer votre compte. Vous pouvez aussi nous adresser une demande ou faire rectifier une donnée : nous répondons aux demandes de protection des données dans les 30 jours, conformément à la loi fédérale sur la protection des données (LPD) et, lorsqu’il s’applique, au RGPD. Vous pouvez également vous adresser au Préposé fédéral à la protection des données et à la transparence (PFPDT).",
  "privacy.choices.title": "Ce que vous décidez",
  "privacy.choices.body":
    "Cinq interrupteurs dans vos réglages de confidentialité déterminent si nous pouvons compter l’utilisation de l’app, vous envoyer des offres, vous envoyer des notifications, utiliser votre position et transmettre des données à des partenaires. Vous pouvez changer chacun d’eux en tout temps ; nous conservons la date de votre choix et le texte auquel il se rapportait.",
  "privacy.contact.title": "Conseiller à la protection des données",
  "privacy.contact.body": "Joignable par notre assistance, du lundi au vendredi, 9:00–17:00 (heure suisse).",
  "privacy.security.title": "Sécurité",
  "privacy.security.body":
    "Toutes les transmissions sont chiffrées. Les mots de passe sont conservés sous forme d’empreintes irréversibles, les documents et les photos là où ne mène aucune adresse publique. Si un incident vous fait courir un risque, nous vous informons sans délai, ainsi que les autorités.",
  "privacy.cookies.title": "Cookies et stockage",
  "privacy.cookies.body":
    "Il y a cinq cookies : « sessionid » maintient votre session ouverte, jusqu’à deux semaines après votre dernière visite ; « csrftoken » protège vos formulaires, pendant un an ; « device » vous laisse entrer sur votre propre appareil pendant que quelqu’un d’autre essaie de deviner votre mot de passe, pendant deux ans ; « language » et « theme » retiennent ce que vous avez choisi, pendant un an. Là où vous payez, Stripe pose les siens, contre la fraude. Votre navigateur garde aussi ce que vous avez saisi dans une réservation inachevée et, pour que l’app fonctionne sans connexion, vos commandes et ce qui attend d’être envoyé ; la déconnexion efface tout cela, et après 7 jours cela disparaît de soi-même. Tant que vous ne l’effacez pas, il garde aussi le code postal que vous avez choisi, des favoris sans compte et de petits réglages, par exemple quelles notifications vous avez lues. Il n’y a ni cookies publicitaires ni cookies de suivi.",
  "privacy.changes.title": "Modification de la présente déclaration",
  "privacy.changes.body": "Nous annonçons les modifications par e-mail 30 jours à l’avance.",
  "privacy.map.title": "Sources",
  "privacy.map.body":
    "Les distances sont calculées à partir des NPA suisses ; leurs coordonnées proviennent de GeoNames (CC BY 4.0).",
};
