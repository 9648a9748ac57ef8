/** Begins what has taken the place of a page's content at its heading, as a page of its own would. */
export function beginAtHeading(): void {
  window.scrollTo(0, 0);
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
}
