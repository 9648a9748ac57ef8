const A_YEAR_S = 31_536_000;

/** A choice of this device's that the page's first byte depends on, and which is no secret; undefined where none was made. */
export function readCookie(name: string): string | undefined {
  return document.cookie
    .split("; ")
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Keeps a choice for a year; null forgets it. */
export function writeCookie(name: string, value: string | null): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value ?? ""}; Path=/; Max-Age=${value === null ? 0 : A_YEAR_S}; SameSite=Lax${secure}`;
}
