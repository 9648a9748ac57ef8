import type { BrowserContext } from "@playwright/test";

/**
 * Replaces each text by one within two elements, again and again, as browsers do that translate a page: React keeps
 * the texts that it has made itself, which are in the page no more.
 */
function translateAll(): void {
  // A name that TypeScript does not know as an old one.
  const FONT = "font" as string;
  const UNTOUCHED = "script, style, noscript, textarea, title, font, [translate=no]";
  const translate = (text: Node): void => {
    const parent = text.parentElement?.closest(UNTOUCHED) === null ? text.parentElement : null;
    if (parent === null || (text.textContent ?? "").trim() === "") return;
    const [outer, inner] = [document.createElement(FONT), document.createElement(FONT)];
    inner.append(text.textContent ?? "");
    outer.append(inner);
    parent.replaceChild(outer, text);
  };
  const translateIn = (node: Node): void => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found: Node[] = node.nodeType === Node.TEXT_NODE ? [node] : [];
    while (texts.nextNode() !== null) found.push(texts.currentNode);
    found.forEach(translate);
  };
  const begin = (): void => {
    translateIn(document.body);
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        if (type === "characterData") translateIn(target);
        else addedNodes.forEach(translateIn);
    }).observe(document.body, { childList: true, characterData: true, subtree: true });
  };
  document.addEventListener("DOMContentLoaded", begin);
}

/** From now on each page of this browser is translated, from its start. */
export async function translatePages(context: BrowserContext): Promise<void> {
  await context.addInitScript(translateAll);
}
