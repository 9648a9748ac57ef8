/** After content that replaced a page's: scrolls to the top and focuses the heading, as after a navigation. */
export function beginAtHeading(): void {
  window.scrollTo(0, 0);
  document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
}
