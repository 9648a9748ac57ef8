export const messages = {
  "neighbours": "Neighbors who come to your address",
  "choose": "Book with {name}",
} as const;
