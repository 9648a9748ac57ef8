// As lenient as a browser's e-mail input: something, an @, something. The server validates.
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** True if it may be an e-mail address, after trimming. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
