const POLICY = "Content-Security-Policy";
const NONCE = /'nonce-([^']+)'/;
const FILE = /\/static\/app\/assets\/[\w.-]+/g;
const NONCE_BYTES = 18;

const nonceOf = ({ headers }: Response): string | undefined => NONCE.exec(headers.get(POLICY) ?? "")?.[1];

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/**
 * Tells whether an answer is the shell of this build. While a release is on its way one server may have given the worker
 * and another one the shell; and whoever answers in the server's place gives none.
 */
export async function isShell(answer: Response, isOwnFile: (address: string) => boolean): Promise<boolean> {
  if (answer.status !== 200 || answer.redirected || nonceOf(answer) === undefined) return false;
  const files = (await answer.clone().text()).match(FILE) ?? [];
  return files.length > 0 && files.every(isOwnFile);
}

/** The kept shell as it is handed out: under a nonce of its own, as every page that the server sends. */
export async function withNewNonce(shell: Response): Promise<Response> {
  const kept = nonceOf(shell);
  if (kept === undefined) return shell;
  const nonce = newNonce();
  const headers = new Headers(shell.headers);
  headers.set(POLICY, (headers.get(POLICY) ?? "").replaceAll(kept, nonce));
  // The text is unpacked, and its length is the browser's to find out.
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response((await shell.text()).replaceAll(kept, nonce), { headers });
}
