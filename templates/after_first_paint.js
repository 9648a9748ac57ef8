// The page came drawn: its script is asked for once that is on screen, so that nothing is taken from the first
// paint. It stands last, for the script finds the whole page and what came with it.
{
  const { dataset, nonce } = document.currentScript;
  const load = () => document.head.append(Object.assign(document.createElement("script"), { type: "module", src: dataset.app, nonce }));
  // A page that nobody looks at has no frames.
  if (document.visibilityState === "hidden") load();
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(load)));
}
