/** Makes a thing once for each set of arguments: what Intl gives is slow to make, and asked for by every card of a list. */
export function oncePer<Arguments extends readonly unknown[], Made>(
  make: (...given: Arguments) => Made,
): (...given: Arguments) => Made {
  const made = new Map<string, Made>();
  return (...given) => {
    const key = JSON.stringify(given);
    const known = made.get(key) ?? make(...given);
    made.set(key, known);
    return known;
  };
}
