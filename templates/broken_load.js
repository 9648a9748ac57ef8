{% load i18n %}{% translate "Try again" as again %}{% translate "This page has not loaded whole." as lacks %}// A choice of colours that was made on this device counts from the first paint on (frontend/src/lib/theme.ts).
{
  const theme = /(?:^|; )theme=(light|dark)/.exec(document.cookie)?.[1];
  if (theme) document.documentElement.dataset.theme = theme;
}
// Reloaded with an open dialog, whose entry in the history nothing belongs to any more: Back would do nothing once.
if (history.state?.overlay !== undefined) history.back();
// Where the page's own script does not arrive, as on a train, the page says so: nothing on it would ever answer a press.
addEventListener(
  "error",
  ({ target }) => {
    if (target.type !== "module") return;
    const notice = Object.assign(document.createElement("p"), { role: "alert", className: "card fixed inset-x-4 top-4 z-50 mx-auto flex max-w-task items-center justify-between gap-4 p-4" });
    const again = Object.assign(document.createElement("button"), { textContent: "{{ again|escapejs }}", className: "min-h-touch px-2 font-semibold text-brand underline" });
    again.addEventListener("click", () => location.reload());
    notice.append("{{ lacks|escapejs }}", again);
    document.body.append(notice);
  },
  true,
);
