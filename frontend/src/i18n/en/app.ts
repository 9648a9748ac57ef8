export const messages = {
  "version.title": "A new version is ready",
  "version.reload": "Reload",

  "install.title": "Keep {product} at hand",
  "install.body": "As an app, booking and tracking are one tap away, also without a connection.",
  "install.action": "Install",
  "install.ios": "Tap Share in Safari, then \"Add to Home Screen\".",
  "install.never": "No, thanks",
} as const;
