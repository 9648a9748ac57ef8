import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What comes back instead of the server's answer; "silence" is none at all. */
type Instead = "silence" | { status: number; headers?: Record<string, string>; body?: string };

const NAMED_BY_BUILD = /([\w-]+-[\w-]{8})\.js/g;
const NEXT = ".next.js";
const HIDDEN_FROM_SERVER = ["accept-encoding", "if-none-match", "if-modified-since"];

/** Stands before the server as a proxy in trouble, a captive portal, or the next release of the web app would. */
export class Gateway {
  /** Every path that was asked for, in order. */
  readonly asked: string[] = [];
  /** Decides what a request for a page, or for the service worker, gets instead; null for itself. */
  instead: ((path: string) => Instead | null) | null = null;
  /** From now on the web app's files have the names that another build would give them. */
  isNextRelease = false;

  private constructor(
    readonly address: string,
    private readonly server: Server,
  ) {}

  static async to(baseUrl: string): Promise<Gateway> {
    const holder: { gateway?: Gateway } = {};
    const server = createServer((asked, answer) => holder.gateway?.passes(new URL(baseUrl), asked, answer));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
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
    const isAsked = path === "/sw.js" || asked.headers.accept?.startsWith("text/html") === true;
    const instead = isAsked ? this.instead?.(path) : null;
    if (instead === "silence") return;
    if (instead) {
      answer.writeHead(instead.status, instead.headers).end(instead.body);
      return;
    }
    const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !HIDDEN_FROM_SERVER.includes(name)));
    const far = request({ hostname: target.hostname, port: target.port, method: asked.method, path: path.replace(NEXT, ".js"), headers }, (given) => void this.handsOn(given, answer));
    far.on("error", () => answer.destroy());
    answer.on("close", () => far.destroy());
    asked.pipe(far);
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
    const text = Buffer.concat(pieces).toString().replace(NAMED_BY_BUILD, `$1${NEXT}`);
    answer.writeHead(given.statusCode ?? 502, { ...given.headers, "content-length": Buffer.byteLength(text) }).end(text);
  }
}
