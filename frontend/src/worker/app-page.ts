const POLICY = "Content-Security-Policy";
const NONCE = /'nonce-([^']+)'/;
const FILE = /\/static\/app\/assets\/[\w.-]+/g;
const NONCE_BYTES = 18;

const nonceOf = ({ headers }: Response): string | undefined => NONCE.exec(headers.get(POLICY) ?? "")?.[1];

function newNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)), (byte) => byte.toString(16)).join("");
}

/**
 * True if a response is the app page of this build. During a release, one server may have sent the worker and another
 * the page; and a captive portal sends something else.
 */
export async function isAppPage(response: Response, isOwnFile: (address: string) => boolean): Promise<boolean> {
  if (response.status !== 200 || response.redirected || nonceOf(response) === undefined) return false;
  const files = (await response.clone().text()).match(FILE) ?? [];
  return files.length > 0 && files.every(isOwnFile);
}

/** True if a response is a file of the app, none of which is HTML: a captive portal answers anything with its page. */
export function isAsset({ status, headers }: Response): boolean {
  return status === 200 && headers.get("Content-Type")?.includes("html") !== true;
}

/** The cached app page with a new nonce, as every page from the server has. */
export async function withNewNonce(appPage: Response): Promise<Response> {
  const oldNonce = nonceOf(appPage);
  if (oldNonce === undefined) return appPage;
  const nonce = newNonce();
  const headers = new Headers(appPage.headers);
  headers.set(POLICY, (headers.get(POLICY) ?? "").replaceAll(oldNonce, nonce));
  // The text is already decompressed, and its length may differ.
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  return new Response((await appPage.text()).replaceAll(oldNonce, nonce), { headers });
}
