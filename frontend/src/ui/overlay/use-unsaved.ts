import { useRef, type FocusEvent, type MouseEvent, type SyntheticEvent } from "react";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

// Input types whose value is no loss.
const NO_TEXT = ["search", "checkbox", "radio", "range", "button", "submit", "file", "date", "time"];

function isTextControl(target: EventTarget): target is TextControl {
  return (
    target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && !NO_TEXT.includes(target.type))
  );
}

export type Unsaved = {
  /** Props for the element around the controls. */
  watch: {
    onFocusCapture: (event: FocusEvent) => void;
    onInputCapture: (event: SyntheticEvent) => void;
    onClickCapture: (event: MouseEvent) => void;
  };
  /** Something was typed, chosen or pressed. */
  isTouched: () => boolean;
  /** A text field has a text that differs from the one at its first focus. */
  isTyped: () => boolean;
};

/** Tracks typed text by DOM events, so that forms need no code for it. */
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
      // A button may have chosen a time or a quantity, or shown an error.
      onClickCapture: ({ target }) => {
        touched.current ||= (target as Element).closest("button") !== null;
      },
    },
    isTouched: () => touched.current,
    // After sending, fields are empty or removed.
    isTyped: () =>
      [...texts.current].some(
        ([control, before]) => control.isConnected && control.value !== before && control.value.trim() !== "",
      ),
  };
}
