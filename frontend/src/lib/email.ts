// As lenient as a browser's own e-mail field: something, an @, something. The server has the last word.
const EMAIL = /^[^\s@]+@[^\s@]+$/;

/** True for what can be an e-mail address, blanks around it aside. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text.trim());
}
