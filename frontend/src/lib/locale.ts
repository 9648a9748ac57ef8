let current = "en-GB";

/** The language that numbers and dates are written in, as a BCP 47 tag. */
export function getLocale(): string {
  return current;
}

/** Set by the message catalogue when it changes language. */
export function setLocale(language: string): void {
  current = language;
}
