{% load i18n %}{% translate "Try again" as again %}{% translate "This page has not fully loaded." as lacks %}// A choice of colours that was made on this device counts from the first paint on (frontend/src/lib/theme.ts).
{
  const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1];
  if (theme) document.documentElement.dataset.theme = theme;
}
// Reloaded with an open dialog, whose entry in the history nothing belongs to any more: Back would do nothing once.
if (history.state?.overlay !== undefined) history.back();
// Where a script or a style of the page does not arrive, as on a train, it is asked for once more; then the page says
// so: nothing on it would ever answer a press.
{
  let isLost = false;
  const say = () => {
    const notice = Object.assign(document.createElement("p"), { role: "alert", className: "card fixed inset-x-4 top-4 z-50 mx-auto flex max-w-task items-center justify-between gap-4 p-4" });
    const again = Object.assign(document.createElement("button"), { textContent: "{{ again|escapejs }}", className: "min-h-touch px-2 font-semibold text-brand underline" });
    again.addEventListener("click", () => location.reload());
    notice.append("{{ lacks|escapejs }} ", again);
    // First of all: without its styles the page has no other place that is in view.
    document.body.prepend(notice);
  };
  // A failed module stays failed in this document. What was typed is not risked for it, nor the page for the browser's own error page.
  const mayReload = async () => {
    const isTyped = [...document.querySelectorAll("input, textarea")].some(({ value, defaultValue }) => value !== defaultValue);
    if (isTyped || performance.getEntriesByType("navigation")[0]?.type === "reload") return false;
    const { ok } = await fetch(location.href, { method: "HEAD" }).catch(() => ({}));
    return ok;
  };
  addEventListener(
    "error",
    async ({ target }) => {
      const isStyle = target.rel === "stylesheet";
      if (isStyle && !target.dataset.again) {
        const again = target.cloneNode();
        again.dataset.again = "1";
        target.replaceWith(again);
      } else if ((isStyle || target.type === "module") && !isLost) {
        isLost = true;
        if (!isStyle && (await mayReload())) location.reload();
        else say();
      }
    },
    true,
  );
}
