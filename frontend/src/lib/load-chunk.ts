/** How often a chunk was asked for at another address, by its own. */
const repeats = new Map<string, number>();

/** Fetches what a chunk needs beside it, and waits for its styles. */
async function fetchAhead(file: string): Promise<unknown> {
  const href = import.meta.env.BASE_URL + file;
  if (document.querySelector(`link[href="${href}"]`) !== null) return undefined;
  const isStyle = file.endsWith(".css");
  // Not "modulepreload": what does not arrive by that has failed for the chunk's own imports, too.
  const kind = isStyle ? { rel: "stylesheet" } : { rel: "preload", as: "script", crossOrigin: "" };
  const link = Object.assign(document.createElement("link"), kind, { href });
  document.head.append(link);
  return (
    isStyle &&
    new Promise((done, fail) => {
      link.onload = done;
      link.onerror = () => {
        link.remove();
        fail(new Error(href));
      };
    })
  );
}

/**
 * Asks for a chunk at another address: a browser does not ask again for one that has failed in the same document
 * (https://github.com/whatwg/html/issues/6768). If one of the chunk's own imports has failed, only a reload helps.
 */
async function importAgain<Chunk>(error: unknown): Promise<Chunk> {
  // The build sends this import here as well: its own failure names an address that ends otherwise.
  const [address] = /https?:\S+\.js$/.exec(String(error)) ?? [];
  if (address === undefined) throw error;
  const repeat = repeats.get(address) ?? 1;
  try {
    return (await import(/* @vite-ignore */ `${address}?repeat=${String(repeat)}`)) as Chunk;
  } catch {
    // One that has come is the same for whoever asks later; only after a failure another address is next.
    repeats.set(address, repeat + 1);
    throw error;
  }
}

/** What every dynamic import of the built app goes through, instead of Vite's own helper (vite.config.ts). */
export async function loadChunk<Chunk>(load: () => Promise<Chunk>, beside: readonly string[] = []): Promise<Chunk> {
  await Promise.all(beside.map(fetchAhead));
  return load().catch(importAgain<Chunk>);
}
