import type { Walker } from "./walker.ts";

/** As Chrome's translator: each text moves into an element <font>, those that come later, too. */
function wrapTexts(): void {
  const wrap = (text: Text): void => {
    const parent = text.parentElement;
    if (text.data.trim() === "" || parent?.closest("font, script, style, svg, textarea") !== null) return;
    const words = document.createElement("span");
    words.append(text.data);
    // <font> has gone from the standard, and the translator makes it all the same.
    const wrapped = document.createElementNS("http://www.w3.org/1999/xhtml", "font");
    wrapped.append(words);
    text.replaceWith(wrapped);
  };
  const wrapAll = (root: Node): void => {
    if (root instanceof Text) {
      wrap(root);
      return;
    }
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
    texts.forEach(wrap);
  };
  document.documentElement.classList.add("translated-ltr");
  wrapAll(document.body);
  const watch = { childList: true, subtree: true };
  new MutationObserver((changes) => changes.flatMap(({ addedNodes }) => [...addedNodes]).forEach(wrapAll)).observe(
    document.body,
    watch,
  );
}

export async function translate(walker: Walker): Promise<void> {
  walker.isTranslated = true;
  await walker.page.evaluate(wrapTexts);
}

/** Text at 200 %, from now on on every page. */
export async function enlargeText(walker: Walker): Promise<void> {
  walker.hasLargeText = true;
  await walker.settle();
}
