const POLICY = "Content-Security-Policy";
const NONCE = /'nonce-([^']+)'/;
const FILE = /\/static\/app\/assets\/[\w.-]+/g;
const NONCE_BYTES = 18;

const nonceOf = ({ headers }: Response): string | undefined => NONCE.exec(headers.get(POLICY) ?? "")?.[1];

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}

/**
 * Tells whether a response is the app page of this build. While a release is on its way one server may have given the worker
 * and another one the page; and whoever answers in the server's place gives none.
 */
export async function isAppPage(response: Response, isOwnFile: (address: string) => boolean): Promise<boolean> {
  if (response.status !== 200 || response.redirected || nonceOf(response) === undefined) return false;
  const files = (await response.clone().text()).match(FILE) ?? [];
  return files.length > 0 && files.every(isOwnFile);
}

/** The cached app page as it is handed out: under a nonce of its own, as every page that the server sends. */
export async function withNewNonce(appPage: Response): Promise<Response> {
  const oldNonce = nonceOf(appPage);
  if (oldNonce === undefined) return appPage;
  const nonce = newNonce();
  const headers = new Headers(appPage.headers);
  headers.set(POLICY, (headers.get(POLICY) ?? "").replaceAll(oldNonce, nonce));
  // The text is unpacked, and its length is the browser's to find out.
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response((await appPage.text()).replaceAll(oldNonce, nonce), { headers });
}
