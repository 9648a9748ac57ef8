export const messages = {
  "support.title": "Support",
  "services.title": "Our Services",
  "help.title": "Help",
} as const;
