/** How much there is to wash or to iron. */
export const messages = {
  "weight": "Weight",
  "pieces": "Pieces",
  "kg": "{weight} kg",
  "upTo": "Up to {count} pieces",
  "about": "About {count} pieces",
  "of.kg": "{service}, {weight} kg",
  "of.upTo": "{service}, up to {count} pieces",
  "of.about": "{service}, about {count} pieces",
} as const;
