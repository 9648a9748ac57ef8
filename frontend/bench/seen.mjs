// What runs in the measured page: no imports.

/** Notes the first frame in which a card stands in the window. */
export function watchForCard() {
  const look = () => {
    const card = document.querySelector("main article")?.getBoundingClientRect();
    if (card !== undefined && card.height > 0) requestAnimationFrame(() => (window.cardSeenAt ??= performance.now()));
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
