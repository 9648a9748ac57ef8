import type { Translation } from "../catalogue";

/** How much there is to wash or to iron. */
export const messages: Translation<"amount"> = {
  "weight": "Peso",
  "pieces": "Capi",
  "kg": "{weight}\u00a0kg",
  "upTo": "Fino a {count} capi",
  "about": "Circa {count} capi",
  "of.kg": "{service}, {weight}\u00a0kg",
  "of.upTo": "{service}, fino a {count} capi",
  "of.about": "{service}, circa {count} capi",
};
