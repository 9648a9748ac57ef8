const A_YEAR_S = 31_536_000;

/** A setting of this device that the server needs to render the page; not a secret. Undefined if not set. */
export function readCookie(name: string): string | undefined {
  return document.cookie
    .split("; ")
    .find((one) => one.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Stores a setting for a year; null deletes it. */
export function writeCookie(name: string, value: string | null): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value ?? ""}; Path=/; Max-Age=${value === null ? 0 : A_YEAR_S}; SameSite=Lax${secure}`;
}
