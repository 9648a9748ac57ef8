import { NetworkError } from "./api-error";
import { idempotencyKey, type CallOptions, type Exchange } from "./client";

/** An upload without progress, or without a response after it, is aborted after this time. */
const STALLED_MS = 45_000;
/** Enough for ten megabytes on a very slow connection. */
const LIMIT_MS = 10 * 60_000;

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const colon = line.indexOf(":");
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

/** Uses XMLHttpRequest, because `fetch` reports no upload progress. */
function exchangeOf(
  file: File | null,
  onProgress: (share: number) => void,
  words: Readonly<Record<string, string>>,
): Exchange {
  return (address, { method = "PUT", headers, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      let stalled: ReturnType<typeof setTimeout> | undefined;
      const fail = (reason: "connection" | "timeout"): void => {
        clearTimeout(stalled);
        reject(new NetworkError(reason));
      };
      const giveUp = (): void => {
        fail("timeout");
        request.abort();
      };
      const moves = (): void => {
        clearTimeout(stalled);
        stalled = setTimeout(giveUp, STALLED_MS);
      };
      signal.addEventListener("abort", giveUp);
      request.upload.addEventListener("progress", ({ loaded, total }) => {
        moves();
        onProgress(total === 0 ? 0 : loaded / total);
      });
      request.addEventListener("error", () => fail("connection"));
      request.addEventListener("load", () => {
        clearTimeout(stalled);
        const { status, statusText, responseText: text } = request;
        resolve({
          response: new Response(status === 204 ? null : text, { status, statusText, headers: headersOf(request) }),
          text,
        });
      });

      request.open(method.toUpperCase(), address);
      new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
      const form = new FormData();
      for (const [name, word] of Object.entries(words)) form.append(name, word);
      if (file !== null) form.append("file", file, file.name);
      moves();
      request.send(form);
    });
}

/**
 * For calls that upload a file, as the form field "file", with `words` as further fields. `onProgress` gets the share
 * that is sent, 0 to 1. Each has a key of its own: what is sent to one address is not the same photo.
 */
export function bySending(
  file: File | null,
  onProgress: (share: number) => void,
  words: Readonly<Record<string, string>> = {},
): Required<Pick<CallOptions, "by" | "limitMs" | "idempotencyKey">> {
  return { by: exchangeOf(file, onProgress, words), limitMs: LIMIT_MS, idempotencyKey: idempotencyKey() };
}
