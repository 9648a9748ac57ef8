export const messages = {
  "neighbours": "Neighbors who come to your address",
  "choose": "Book with {name}",
  "second.anyway": "Book it anyway",
  "second.look": "Look at it",
} as const;
