// As lenient as a browser's email input: something, an @, something. The server validates.
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** True if it may be an email address, after trimming. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
