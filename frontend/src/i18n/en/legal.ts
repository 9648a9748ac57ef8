export const messages = {
  "terms.title": "Terms of Service",
  "privacy.title": "Privacy Policy",
} as const;
