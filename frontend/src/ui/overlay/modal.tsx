import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { useEffect, useId, useRef, useState, type MouseEvent, type ReactElement, type ReactNode } from "react";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

import { Button, IconButton } from "../button";
import { FailureNotice, type Failure } from "../failure-notice";
import { focusAfter, focused } from "./focus";
import { enterAgain, enterHistory } from "./history-entries";
import { dismissToast, toastStore } from "./toast";
import { useUnsaved } from "./use-unsaved";

export type ModalProps = {
  onClose: () => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Why the last action failed; shown until the next attempt. */
  failure?: Failure | null;
  /** Buttons at the bottom. */
  actions?: ReactNode;
};

// The actions stay visible in long dialogs, except on screens too low for that.
const IN_REACH =
  "bg-surface [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:bottom-0 -mx-5 -mb-[calc(1.25rem+env(safe-area-inset-bottom))] px-5 pt-2 pb-[calc(1.25rem+env(safe-area-inset-bottom))]";

// So do the title and the close button.
const HEAD =
  "[@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:top-0 z-10 -mx-5 -mt-5 -mb-2 bg-surface px-5 pt-5 pb-2";

/** Asks before typed text is discarded. */
function UnsavedQuestion({ onKeep, onDiscard }: { onKeep: () => void; onDiscard: () => void }): ReactElement {
  const id = useId();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    keep.current?.focus();
  }, []);
  return (
    <div
      role="alertdialog"
      aria-labelledby={id}
      className="sticky bottom-0 z-10 -mx-5 -mb-5 flex flex-col gap-3 border-t bg-surface px-5 py-4 pb-[calc(1rem+env(safe-area-inset-bottom))] shadow-high"
    >
      <p id={id} className="font-semibold">
        {t("common.unsaved.question")}
      </p>
      <div className="flex flex-col gap-2 md:flex-row-reverse">
        <Button ref={keep} variant="brand" onClick={onKeep}>
          {t("common.unsaved.keep")}
        </Button>
        <Button onClick={onDiscard}>{t("common.unsaved.discard")}</Button>
      </div>
    </div>
  );
}

/** Handles Back while the dialog is open. */
function useBack(onBack: (stay: () => void) => void): void {
  const id = useId();
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => enterHistory(id, () => latest.current(() => enterAgain(id))), [id]);
}

/** Restores the focus to the opener; if that is gone, to the control in its place. */
function useGivenBack(): { remember: () => void; giveBack: () => void } {
  const opener = useRef<ReturnType<typeof focused>>(null);
  return {
    remember: () => {
      opener.current = focused();
    },
    giveBack: () => {
      // The code that closed the dialog may have moved the focus already.
      if (document.activeElement !== document.body) return;
      const { element, trail } = opener.current ?? { element: null, trail: [] };
      if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
      if (document.activeElement === document.body) focusAfter(trail);
    },
  };
}

/** An open dialog: traps focus, locks scrolling, and asks before typed text is discarded. */
export function Modal({ onClose, title, description, children, failure = null, actions }: ModalProps): ReactElement {
  const content = useRef<HTMLDivElement>(null);
  const isPressedBeside = useRef(false);
  const [asks, setAsks] = useState(false);
  const [toastAtOpening] = useState(toastStore.get);
  const unsaved = useUnsaved();
  const focus = useGivenBack();

  const close = (): void => {
    if (unsaved.isTyped()) setAsks(true);
    else onClose();
  };
  useBack((stay) => {
    // A second Back while being asked means yes.
    if (asks || !unsaved.isTyped()) {
      onClose();
      return;
    }
    stay();
    setAsks(true);
  });
  const discard = (): void => {
    // Resets the forms, which deletes their drafts.
    for (const form of content.current?.querySelectorAll("form") ?? []) form.reset();
    onClose();
  };
  const onEscape = (event: KeyboardEvent): void => {
    const toast = toastStore.get();
    const isAbove = toast !== null && toast !== toastAtOpening;
    if (!isAbove && !asks) return;
    // A newer toast first, then the question.
    event.preventDefault();
    if (isAbove) dismissToast();
    else setAsks(false);
  };
  const onPress = (event: MouseEvent): void => {
    // The second click of a double click on the opener must not close the dialog.
    isPressedBeside.current = event.target === event.currentTarget && event.detail < 2;
    // A press on the scrim must not blur the focused control.
    if (event.target === event.currentTarget) event.preventDefault();
  };
  const onRelease = (event: MouseEvent): void => {
    // Only if the press began on the scrim: a text selection may end there.
    if (event.target === event.currentTarget && isPressedBeside.current && !unsaved.isTouched()) onClose();
  };

  return (
    <Radix.Root open onOpenChange={close}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 flex flex-col bg-scrim" onMouseDown={onPress} onClick={onRelease}>
          <Radix.Content
            ref={content}
            {...unsaved.watch}
            {...(description === undefined && { "aria-describedby": undefined })}
            onOpenAutoFocus={(event) => {
              event.preventDefault();
              focus.remember();
              content.current?.focus({ preventScroll: true });
            }}
            onCloseAutoFocus={(event) => {
              event.preventDefault();
              focus.giveBack();
            }}
            onEscapeKeyDown={onEscape}
            // Presses outside are handled by the scrim; pressing a toast must not close the dialog.
            onInteractOutside={(event) => event.preventDefault()}
            className="sheet mx-auto mt-auto w-full max-w-task animate-rise overflow-y-auto overscroll-contain rounded-t-card [@media(min-height:30rem)]:scroll-pt-18 bg-surface text-ink shadow-high outline-none md:my-auto md:rounded-card"
          >
            <div className="flex flex-col gap-4 p-5 pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
              <div className={cx("flex items-start justify-between gap-3", HEAD)}>
                <Radix.Title className="text-title font-semibold">{title}</Radix.Title>
                <IconButton
                  label={t("common.close")}
                  icon={<X aria-hidden className="size-5" />}
                  onClick={close}
                  className="-mt-2 -mr-2"
                />
              </div>
              {description !== undefined && (
                <Radix.Description className="text-ink-soft">{description}</Radix.Description>
              )}
              <div className="contents">{children}</div>
              {failure !== null && <FailureNotice {...failure} />}
              {actions !== undefined && (
                <div className={cx("flex flex-col gap-2 md:flex-row-reverse", IN_REACH)}>{actions}</div>
              )}
              {asks && <UnsavedQuestion onKeep={() => setAsks(false)} onDiscard={discard} />}
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
