import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What comes back instead of the server's answer; "silence" is none at all, "reset" a connection that breaks. */
export type Instead = "silence" | "reset" | { status: number; headers?: Record<string, string>; body?: string };
/** A write of the app's, as it passes. */
export type Sent = { method: string; path: string; /** Its Idempotency-Key. */ key: string; /** Whose act it says it is. */ account: string };

const NAMED_BY_BUILD = /([\w-]+-[\w-]{8})\.js/g;
const NEXT = ".next.js";
/** How the device's store is declared in the build, and what a later release adds to it. */
const STORE = /\.version\(1\)\.stores\([\w$]+\)/;
const NEXT_STORE = '$&,this.version(2).stores({offline_actions:"id, type, timestamp, lane"}).upgrade(next=>next.table("offline_actions").toCollection().modify({isOfNextRelease:true}))';
const KEY = "idempotency-key";
const ACCOUNT = "x-account";
const HIDDEN_FROM_SERVER = ["accept-encoding", "if-none-match", "if-modified-since"];

/** Stands before the server as a proxy in trouble, a captive portal, or the next release of the web app would. */
export class Gateway {
  /** Every path that was asked for, in order. */
  readonly asked: string[] = [];
  /** Every write with a key that the app has sent, in order. */
  readonly sent: Sent[] = [];
  /** Decides what a request for a page, or for the service worker, gets instead; null for itself. */
  instead: ((path: string) => Instead | null) | null = null;
  /** Decides the same for a write with a key; "lost" lets the server act, and breaks the connection before its answer. */
  insteadOfWrite: ((sent: Sent) => Instead | "lost" | null) | null = null;
  /** From now on the web app's files have the names that another build would give them, and its store on the device is a version on. */
  isNextRelease = false;

  private constructor(
    readonly address: string,
    private readonly server: Server,
  ) {}

  static async to(baseUrl: string): Promise<Gateway> {
    const holder: { gateway?: Gateway } = {};
    const server = createServer((asked, answer) => holder.gateway?.passes(new URL(baseUrl), asked, answer));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // What breaks on a connection that was used before is sent again by the browser itself, unseen by the app.
    server.maxRequestsPerSocket = 1;
    const gateway = new Gateway(`http://localhost:${(server.address() as AddressInfo).port}`, server);
    holder.gateway = gateway;
    return gateway;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private passes(target: URL, asked: IncomingMessage, answer: ServerResponse): void {
    const path = asked.url ?? "/";
    this.asked.push(path);
    const instead = this.insteadOf(path, asked);
    if (instead === "silence") return;
    if (instead === "reset") {
      answer.destroy();
      return;
    }
    if (instead && instead !== "lost") {
      answer.writeHead(instead.status, instead.headers).end(instead.body);
      return;
    }
    const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !HIDDEN_FROM_SERVER.includes(name)));
    // A connection that is kept for the next request may be closed by the server just as that is sent.
    const far = request({ agent: false, hostname: target.hostname, port: target.port, method: asked.method, path: path.replace(NEXT, ".js"), headers }, (given) => {
      if (instead === "lost") answer.destroy();
      else void this.handsOn(given, answer);
    });
    far.on("error", () => answer.destroy());
    answer.on("close", () => far.destroy());
    asked.pipe(far);
  }

  private insteadOf(path: string, { method = "GET", headers }: IncomingMessage): Instead | "lost" | null | undefined {
    const { [KEY]: key, [ACCOUNT]: account } = headers;
    if (typeof key === "string") {
      const sent = { method, path, key, account: String(account) };
      this.sent.push(sent);
      return this.insteadOfWrite?.(sent);
    }
    const isAsked = path === "/sw.js" || headers.accept?.startsWith("text/html") === true;
    return isAsked ? this.instead?.(path) : null;
  }

  private async handsOn(given: IncomingMessage, answer: ServerResponse): Promise<void> {
    const isText = /html|javascript/.test(given.headers["content-type"] ?? "");
    if (!this.isNextRelease || !isText) {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of given) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString().replace(NAMED_BY_BUILD, `$1${NEXT}`).replace(STORE, NEXT_STORE);
    answer.writeHead(given.statusCode ?? 502, { ...given.headers, "content-length": Buffer.byteLength(text) }).end(text);
  }
}
