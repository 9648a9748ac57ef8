/**
 * The link that opens an address in the device's map app: "geo:" on Android, "maps:" on Apple devices; OpenStreetMap on
 * others.
 */
export function mapsLink(address: string, device: Pick<Navigator, "userAgent" | "maxTouchPoints"> = navigator): string {
  const query = encodeURIComponent(address);
  if (device.userAgent.includes("Android")) return `geo:0,0?q=${query}`;
  // iPadOS reports itself as Macintosh, but has a touch screen.
  const isApplePhone =
    /iPhone|iPad|iPod/.test(device.userAgent) || (device.userAgent.includes("Macintosh") && device.maxTouchPoints > 1);
  if (isApplePhone) return `maps://?q=${query}`;
  return `https://www.openstreetmap.org/search?query=${query}`;
}
