let current = "en-GB";

/** The locale of numbers and dates, as a BCP 47 tag. */
export function getLocale(): string {
  return current;
}

/** Called by the message catalogue when the language changes. */
export function setLocale(language: string): void {
  current = language;
}
