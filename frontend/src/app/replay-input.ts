const typable = "#root input, #root textarea";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Tells React of a text that stood in a control before React did: it only notices a text that differs from its own. */
function replayTyped(control: TextControl): void {
  const typed = control.value;
  const native = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control) as object, "value");
  control.value = control.defaultValue;
  native?.set?.call(control, typed);
  control.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Takes over what a person did on a prerendered page before the app's script had arrived: what was typed stays, and
 * the button that was pressed is pressed again. To be called as the page is taken over, before anything is rendered anew.
 */
export function replayInput(): void {
  const root = document.getElementById("root");
  if (root?.dataset["drawn"] === undefined) return;
  for (const control of document.querySelectorAll<TextControl>(typable)) {
    if (control.value !== control.defaultValue) replayTyped(control);
  }
  // Presses wait for the end of this turn: React answers none in the midst of its work.
  setTimeout(() => {
    root.removeAttribute("data-drawn");
    document.dispatchEvent(new Event("app:alive"));
  });
}
