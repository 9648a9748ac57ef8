import { X } from "lucide-react";
import { useEffect, useId, useRef, type MouseEvent, type ReactElement, type ReactNode } from "react";

import { t } from "@/i18n/i18n";

import { IconButton } from "./button";

type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons at the end. */
  actions?: ReactNode;
};

/** A modal dialog; on a phone a sheet that rises from the bottom. The browser keeps focus inside and gives it back. */
export function Dialog({ open, onClose, title, description, children, actions }: DialogProps): ReactElement {
  const id = useId();
  const element = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    if (open && !dialog.open) dialog.showModal();
    if (!open && dialog.open) dialog.close();
  }, [open]);

  const closeOnBackdrop = (event: MouseEvent<HTMLDialogElement>): void => {
    // The second click of a double click on the button that opened the dialog lands here, and is no wish to close it.
    if (event.target === element.current && event.detail < 2) onClose();
  };

  return (
    // The keyboard's way out is Escape, which the browser reports as "cancel"; the click is the mouse's.
    <dialog
      ref={element}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={closeOnBackdrop}
      className="mx-auto mt-auto mb-0 max-h-[90dvh] w-full max-w-task overflow-y-auto rounded-t-card bg-surface p-0 text-ink shadow-high backdrop:bg-scrim open:animate-rise md:my-auto md:rounded-card"
    >
      {open && (
        <div className="flex flex-col gap-4 p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
          <div className="flex items-start justify-between gap-3">
            <h2 id={`${id}-title`} className="text-title font-semibold">
              {title}
            </h2>
            <IconButton label={t("common.close")} icon={<X aria-hidden className="size-5" />} onClick={onClose} className="-mt-2 -mr-2" />
          </div>
          {description !== undefined && (
            <p id={`${id}-description`} className="text-ink-soft">
              {description}
            </p>
          )}
          {children}
          {actions !== undefined && <div className="flex flex-col gap-2 md:flex-row-reverse">{actions}</div>}
        </div>
      )}
    </dialog>
  );
}
