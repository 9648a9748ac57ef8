import type { Translation } from "../catalogue";
import consent from "./consent.json";

export const messages: Translation<"payment"> = {
  "title": "Paiement par carte",
  "test": "Paiements de test",
  "loadingForm": "Chargement du formulaire de paiement…",
  "safe": "Les données de votre carte vont directement chez Stripe et n’arrivent jamais chez {product}.",
  "unknown": "Le paiement n’a pas abouti. Réessayez.",
  "replaced": "Ce paiement a été recommencé ailleurs. Rechargez la page.",
  "pay": "Payer CHF {total}",
  "pay.busy": "Paiement en cours…",
  "error.intent.title": "Impossible de démarrer le paiement",
  "error.form.title": "Impossible de charger le formulaire de paiement",
  "error.form.body":
    "Vérifiez votre connexion internet et assurez-vous que rien ne bloque les paiements dans votre navigateur.",
  "notConfigured.title": "Paiements non configurés",
  "notConfigured.body": "Les paiements par carte ne sont pas encore possibles ici. Rien n’a été débité.",
  "backToHome": "Retour à l’accueil",

  "track": "Suivre la commande",
  "summary.title": "Récapitulatif",
  "summary.provider": "Prestataire",
  "summary.service": "Prestation",
  "summary.pickup": "Collecte",
  "summary.address": "Adresse",

  "hold": "Votre créneau est gardé encore {time}",
  "hold.until": "Nous gardons votre créneau, dernier délai : {time}",
  "declined": "Rien n’a été débité. Essayez une autre carte ou demandez à votre banque.",

  "payment.successful": "Paiement effectué",
  "payment.successful.body": "Votre commande est confirmée !",
  "payment.successful.waiting": "En attente de la confirmation du prestataire",
  "payment.processing": "Paiement en cours",
  "payment.processing.body": "Votre commande sera confirmée dès l’arrivée du paiement.",
  "payment.failed": "Échec du paiement",
  "payment.failed.body": "Rien n’a été débité. Réessayez.",
  "payment.unpaid": "Commande annulée",
  "payment.unpaid.body": "Rien n’a été débité.",
  "payment.late": "Paiement remboursé",
  "payment.late.body": "Nous vous remboursons {amount}.",

  ...consent,
  "offline": "Il faut être en ligne. Sinon, rien n’est débité.",
};
