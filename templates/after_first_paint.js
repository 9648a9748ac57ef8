// The page came drawn, with the styles that it needs itself. All styles and the script are asked for once it is on
// screen, so that nothing is taken from the first paint; the script runs when the styles are there. This stands last,
// for the script finds the whole page and what came with it.
{
  const { dataset, nonce } = document.currentScript;
  const add = (name, properties) =>
    new Promise((done) => document.head.append(Object.assign(document.createElement(name), properties, { nonce, onload: done, onerror: done })));
  const load = async () => {
    const [modules, styles, texts] = [dataset.modules, dataset.styles, dataset.texts].map((addresses) => addresses.split(" ").filter(Boolean));
    for (const href of [dataset.app, ...modules]) void add("link", { rel: "modulepreload", href });
    for (const href of texts) void add("link", { rel: "preload", as: "fetch", crossOrigin: "anonymous", href });
    await Promise.all(styles.map((href) => add("link", { rel: "stylesheet", href })));
    await add("script", { type: "module", src: dataset.app });
  };
  // A page that nobody looks at has no frames.
  if (document.visibilityState === "hidden") load();
  else requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(load)));
}
