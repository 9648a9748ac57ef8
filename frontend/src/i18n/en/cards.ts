/** Saved cards, and the page that a payment link opens. */
export const cards = {
  title: 'Payment Methods',
  intro: 'The default card pays for your recurring bookings.',
  agreement:
    'By saving this card, you allow us to charge it for bookings that you make or repeat, also while you are away. You can remove it at any time.',
  save: 'Save this card for future bookings',
  saveHint:
    'We may then charge it for bookings that you make or repeat, also while you are away. You can remove it at any time under Payment Methods.',
} as const;
