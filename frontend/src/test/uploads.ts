import { vi } from "vitest";

/** An upload of the app, controlled by the test. */
export type SentFile = {
  route: string;
  file: File;
  /** The other fields of the form. */
  words: Record<string, string>;
  headers: Record<string, string>;
  /** Reports progress, 0 to 1. */
  goneOut: (share: number) => void;
  respond: (status: number, body: unknown) => void;
  breakOff: () => void;
};

/** A fake XMLHttpRequest for uploads; returns those sent, in order. */
export function receiveUploads(): SentFile[] {
  const sent: SentFile[] = [];
  class Request extends EventTarget {
    upload = new EventTarget();
    status = 0;
    statusText = "";
    responseText = "";
    #route = "";
    #headers: Record<string, string> = {};
    open = (method: string, address: string): void => {
      this.#route = `${method} ${address}`;
    };
    setRequestHeader = (name: string, value: string): void => {
      // Header names are case-insensitive.
      this.#headers[name.toLowerCase()] = value;
    };
    getAllResponseHeaders = (): string => "content-type: application/json\r\n";
    abort = (): void => undefined;
    send = (form: FormData): void => {
      sent.push({
        route: this.#route,
        file: form.get("file") as File,
        words: Object.fromEntries(
          [...form.entries()].filter((field): field is [string, string] => typeof field[1] === "string"),
        ),
        headers: this.#headers,
        goneOut: (share) =>
          void this.upload.dispatchEvent(
            new ProgressEvent("progress", { lengthComputable: true, loaded: share * 100, total: 100 }),
          ),
        respond: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.dispatchEvent(new Event("load"));
        },
        breakOff: () => void this.dispatchEvent(new Event("error")),
      });
    };
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  return sent;
}
