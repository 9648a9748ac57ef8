import { connect, createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/** A way to the server that can be cut, as a train's connection is in a tunnel. */
export class Line {
  readonly #sockets = new Set<Socket>();
  readonly #streams = new Set<Socket>();
  #isCut = false;

  private constructor(
    readonly address: string,
    private readonly server: Server,
  ) {}

  /** A line to a server on this machine. */
  static async to(baseUrl: string): Promise<Line> {
    const { hostname, port } = new URL(baseUrl);
    const holder: { line?: Line } = {};
    const server = createServer((near) => holder.line?.connects(near, connect(Number(port), hostname)));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const line = new Line(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    holder.line = line;
    return line;
  }

  /** Everything that is open breaks, and nothing new gets through. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Live connections that are open fall silent without ending: whoever routed them has forgotten them, as overnight. */
  hush(): void {
    for (const far of this.#streams) far.unpipe();
  }

  mend(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private connects(near: Socket, far: Socket): void {
    for (const [socket, other] of [[near, far], [far, near]] as const) {
      this.#sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        this.#sockets.delete(socket);
        this.#streams.delete(socket);
        other.destroy();
      });
    }
    near.on("data", (request: Buffer) => {
      if (request.includes("GET /api/events")) this.#streams.add(far);
    });
    if (this.#isCut) near.destroy();
    else near.pipe(far).pipe(near);
  }
}
