export const messages = {
  "accountPrivacy.title": "Privacy Settings",
} as const;
