export const messages = {
  "version.title": "A new version is ready",
  "version.reload": "Reload",

  "install.title": "Keep {product} at hand",
  "install.body": "With the app, booking is one tap away, and you can read your orders without a connection, too.",
  "install.action": "Install",
  "install.ios": 'Tap Share in Safari, then "Add to Home Screen".',
  "install.never": "No, thanks",

  "impersonation.label": "Signed in as a customer",
  "impersonation.who": "You are signed in as {name}.",
  "impersonation.until": "Ends {time}.",
  "impersonation.pending": 'Not everything is sent yet. "End" now removes the rest.',
  "impersonation.end": "End",
} as const;
