export const messages = {
  "said": "The price has changed since you were last here: {now} instead of {former}.",
} as const;
