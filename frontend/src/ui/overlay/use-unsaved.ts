import { useRef, type FocusEvent, type MouseEvent, type SyntheticEvent } from "react";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

// What is looked for is nothing that could be lost.
const NO_TEXT = ["search", "checkbox", "radio", "range", "button", "submit", "file", "date", "time"];

function isTextControl(target: EventTarget): target is TextControl {
  return (
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !NO_TEXT.includes(target.type))
  );
}

export type Unsaved = {
  /** To be spread on the element around the controls. */
  watch: {
    onFocusCapture: (event: FocusEvent) => void;
    onInputCapture: (event: SyntheticEvent) => void;
    onClickCapture: (event: MouseEvent) => void;
  };
  /** Something was filled in, chosen or tried. */
  isTouched: () => boolean;
  /** A text stands there that did not when the person came to it. */
  isTyped: () => boolean;
};

/** Knows what was filled in inside an element, by the controls alone: no form needs to tell. */
export function useUnsaved(): Unsaved {
  const texts = useRef(new Map<TextControl, string>());
  const touched = useRef(false);
  return {
    watch: {
      onFocusCapture: ({ target }) => {
        if (isTextControl(target) && !texts.current.has(target)) texts.current.set(target, target.value);
      },
      onInputCapture: () => {
        touched.current = true;
      },
      // An hour is chosen, a bag counted, or what was pressed has failed and says why.
      onClickCapture: ({ target }) => {
        touched.current ||= (target as Element).closest("button") !== null;
      },
    },
    isTouched: () => touched.current,
    // A form that was sent has emptied its fields, or is gone.
    isTyped: () =>
      [...texts.current].some(
        ([control, before]) => control.isConnected && control.value !== before && control.value.trim() !== "",
      ),
  };
}
