import { vi } from "vitest";

/** One file that the app sends, in the hands of the test. */
export type SentFile = {
  route: string;
  file: File;
  /** The other fields of the form. */
  words: Record<string, string>;
  headers: Record<string, string>;
  /** This share of it, 0 to 1, has gone out. */
  goneOut: (share: number) => void;
  respond: (status: number, body: unknown) => void;
  breakOff: () => void;
};

/** The stand-in for the network where files go out; answers what was sent, in order. */
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
      // Names of headers are the same in capitals and without.
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
