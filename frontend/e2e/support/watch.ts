import type { BrowserContext } from "playwright-core";

/** An answer that a test means to get: without this, an answer of 400 or more fails the test. */
type Expected = { status: number; path: string; seen: boolean };

/**
 * Notes everything that goes wrong in a browser while a test looks elsewhere: errors on the console, exceptions,
 * violations of the content policy, refused or failed requests.
 */
export class Watch {
  readonly #complaints: string[] = [];
  readonly #expected: Expected[] = [];
  readonly #allowed = new Set<number>();
  /** True while a test takes the connection away: requests may fail then. */
  isOffline = false;
  /** True where a test breaks connections on their way to the server. */
  breaksConnections = false;
  /** True where a test keeps parts of the app away: React then says on the console what it caught. */
  losesParts = false;

  async follow(context: BrowserContext): Promise<void> {
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`Content policy: ${event.violatedDirective} refused ${event.blockedURI} at ${event.sourceFile}`);
      });
    });
    context.on("console", (message) => {
      // Failed loads are judged by their answer below.
      if (message.type() === "error" && !this.losesParts && !message.text().startsWith("Failed to load resource")) this.#note("console", message.text());
    });
    context.on("dialog", (dialog) => {
      // The app opens none: one that opens is a script that came in with somebody's text.
      this.#note("dialog", dialog.message());
      void dialog.dismiss();
    });
    context.on("weberror", (error) => this.#note("exception", String(error.error().stack ?? error.error())));
    context.on("response", (response) => {
      if (response.status() >= 400) this.#judge(response.status(), new URL(response.url()).pathname, response.request().method());
    });
    context.on("requestfailed", (request) => {
      const reason = request.failure()?.errorText ?? "";
      // Leaving a page ends what it still loads; that is no failure. What the content policy refuses is noted above. Tests
      // alone take the connection away, and what failed without one may be told of once it is back.
      if (reason === "net::ERR_ABORTED" || reason === "net::ERR_INTERNET_DISCONNECTED" || reason === "csp" || this.isOffline || this.breaksConnections || this.losesParts) return;
      this.#note("request", `${request.method()} ${request.url()}: ${reason}`);
    });
  }

  /** Declares an answer that the test provokes; it must come, any number of times. */
  expectAnswer(status: number, path: string): void {
    this.#expected.push({ status, path, seen: false });
  }

  /** Declares an answer that the test may provoke anywhere: what asks first is a matter of moments. */
  allowAnswer(status: number): void {
    this.#allowed.add(status);
  }

  /** What went wrong, and what was expected to and did not. */
  complaints(): string[] {
    const missing = this.#expected.filter(({ seen }) => !seen).map(({ status, path }) => `expected ${status} from ${path}, which never came`);
    return [...this.#complaints, ...missing];
  }

  #judge(status: number, path: string, method: string): void {
    const expected = this.#expected.find((one) => one.status === status && one.path === path);
    if (this.#allowed.has(status)) return;
    if (expected === undefined) this.#note("answer", `${status} for ${method} ${path}`);
    else expected.seen = true;
  }

  #note(kind: string, text: string): void {
    this.#complaints.push(`${kind}: ${text}`);
  }
}
