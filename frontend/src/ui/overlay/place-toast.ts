/** Maximum distance of a toast to what is above and below it, in px. */
const GAP = 24;

/**
 * Height at the bottom of the window, in px, taken by the keyboard and by bars that a toast of this height would cover.
 */
function takenAtFoot(height: number): number {
  const { visualViewport, innerHeight } = window;
  let free = (visualViewport?.offsetTop ?? 0) + (visualViewport?.height ?? innerHeight);
  const bars = [...document.querySelectorAll("[data-bottom-bar], .above-nav")].filter(
    (bar) => getComputedStyle(bar).position !== "static",
  );
  for (const { top, bottom } of bars.map((bar) => bar.getBoundingClientRect()).sort((a, b) => b.bottom - a.bottom)) {
    if (bottom > free - GAP - height && top < free) free = top;
  }
  return Math.max(innerHeight - free, 0);
}

/** What a toast must not lie on: it would have to be closed first. */
const CONTROLS = "a[href], button:not(:disabled), input, select, textarea, iframe, [role=slider], [role=radio]";

/** Whether a toast between these heights would cover the middle of a control; of a frame, which has several, any part. */
function coversControl(top: number, bottom: number, region: Element): boolean {
  return [...document.querySelectorAll(CONTROLS)].some((control) => {
    if (region.contains(control)) return false;
    const box = control.getBoundingClientRect();
    if (box.width === 0) return false;
    const middle = (box.top + box.bottom) / 2;
    return control.tagName === "IFRAME" ? box.top < bottom && box.bottom > top : middle > top && middle < bottom;
  });
}

/**
 * Places the toast above the bottom bars, or at the top if it would cover a control there and none at the top. Tells an
 * open dialog its height by a CSS variable.
 */
export function placeToast(element: HTMLElement): () => void {
  const root = document.documentElement.style;
  const updatePosition = (): void => {
    element.style.setProperty("--toast-floor", `${takenAtFoot(element.offsetHeight)}px`);
    root.setProperty("--toast-room", `${element.offsetHeight + GAP}px`);
  };
  // Not while scrolling: the toast would jump from one end to the other.
  const choosePlace = (): void => {
    updatePosition();
    const height = element.offsetHeight;
    const foot = window.innerHeight - takenAtFoot(height) - GAP / 2;
    const isBetterAtTop =
      coversControl(foot - height, foot, element) && !coversControl(GAP / 2, GAP / 2 + height, element);
    element.toggleAttribute("data-at-top", isBetterAtTop);
  };
  choosePlace();
  // Bars and controls come and go while it is shown, as on the page that an act leads to.
  let frame = 0;
  const onChange = (): void => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(choosePlace);
  };
  const changes = new MutationObserver(onChange);
  changes.observe(document.body, { childList: true, subtree: true });
  const sizes = new ResizeObserver(onChange);
  sizes.observe(document.body);
  // The page can be scrolled from below a toast at the foot (theme.css), but not from below one at the top.
  const onScrollEnd = (): void => {
    if (element.hasAttribute("data-at-top")) choosePlace();
  };
  const { visualViewport } = window;
  window.addEventListener("scroll", updatePosition, { passive: true });
  document.addEventListener("scrollend", onScrollEnd);
  window.addEventListener("resize", onChange);
  visualViewport?.addEventListener("resize", updatePosition);
  return () => {
    cancelAnimationFrame(frame);
    changes.disconnect();
    sizes.disconnect();
    window.removeEventListener("scroll", updatePosition);
    document.removeEventListener("scrollend", onScrollEnd);
    window.removeEventListener("resize", onChange);
    visualViewport?.removeEventListener("resize", updatePosition);
    root.removeProperty("--toast-room");
  };
}
