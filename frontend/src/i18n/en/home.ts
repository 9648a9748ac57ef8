export const messages = {
  "title": "Fresh laundry, from a neighbour",
} as const;
