import type { Translation } from "../catalogue";

export const messages: Translation<"home"> = {
  "title": "Frische Wäsche, gleich von nebenan",

  "book.title": "Wäsche abholen lassen",
  "book.body": "Ab CHF {figureStandard} + Gebühren",
  "offer.title": "In der Nachbarschaft helfen",
  "offer.body": "Für andere waschen und bügeln",

  "steps.title": "So funktioniert’s",
  "steps.book.title": "Buchen",
  "steps.book.body": "Wählen Sie, was Sie brauchen und wann. Das dauert keine 2 Minuten.",
  "steps.pickup.title": "Abholung",
  "steps.pickup.body": "Ihr Anbieter holt die Wäsche an Ihrer Tür ab.",
  "steps.clean.title": "Professionelle Reinigung",
  "steps.clean.body": "Gewaschen, getrocknet, gefaltet und gebügelt, mit umweltfreundlichen Mitteln.",
  "steps.deliver.title": "Lieferung",
  "steps.deliver.body": "Ihre Wäsche kommt frisch zurück. Sie verfolgen jeden Schritt.",
  "steps.start": "Jetzt loslegen",

  "trust.title": "Warum {product}",
  "trust.fast.title": "Schnell",
  "trust.fast.body": "Noch am selben Tag verfügbar",
  "trust.quality.title": "Beste Qualität",
  "trust.quality.body": "Geprüfte und versicherte Anbieter",
  "trust.tracking.title": "Live mitverfolgen",
  "trust.tracking.body": "Von der Abholung bis zu Ihrer Tür",
  "trust.satisfaction.title": "Zufriedenheit",
  "trust.satisfaction.body": "Zu 100\u00a0% zufrieden",
};
