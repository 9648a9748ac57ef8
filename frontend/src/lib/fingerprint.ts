/** A short hash of the content (FNV-1a, twice), so that no address lies in the storage shared by all tabs. */
export function fingerprintOf(content: unknown): string {
  const text = JSON.stringify(content);
  return [0x811c9dc5, 0x9e3779b9]
    .map((seed) => {
      let hash = seed;
      for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
      return (hash >>> 0).toString(16).padStart(8, "0");
    })
    .join("");
}
