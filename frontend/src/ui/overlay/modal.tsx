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
  /** Why what was pressed did not work; it stands until the next attempt. */
  failure?: Failure | null;
  /** The buttons at the end. */
  actions?: ReactNode;
};

// What a dialog is for stays in sight where it is longer than the screen; not on a screen so low that nothing else would be.
const IN_REACH =
  "bg-surface [@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:bottom-0 -mx-5 -mb-[calc(1.25rem+env(safe-area-inset-bottom))] px-5 pt-2 pb-[calc(1.25rem+env(safe-area-inset-bottom))]";

// So does what it is about, and the way out of it.
const HEAD =
  "[@media(min-height:30rem)]:sticky [@media(min-height:30rem)]:top-0 z-10 -mx-5 -mt-5 -mb-2 bg-surface px-5 pt-5 pb-2";

/** Asks before a text is thrown away. */
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

/** Back comes here first, for as long as the dialog is open. */
function useBack(onBack: (stay: () => void) => void): void {
  const id = useId();
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => enterHistory(id, () => latest.current(() => enterAgain(id))), [id]);
}

/** Gives the focus back to what had it when the dialog opened; if that is gone, to what has taken its place. */
function useGivenBack(): { remember: () => void; giveBack: () => void } {
  const opener = useRef<ReturnType<typeof focused>>(null);
  return {
    remember: () => {
      opener.current = focused();
    },
    giveBack: () => {
      // Whatever closed the dialog may have sent the focus somewhere already.
      if (document.activeElement !== document.body) return;
      const { element, trail } = opener.current ?? { element: null, trail: [] };
      if (element instanceof HTMLElement && element.isConnected) element.focus({ preventScroll: true });
      if (document.activeElement === document.body) focusAfter(trail);
    },
  };
}

/** The dialog while it is open. Focus stays inside, the page behind stands still, nothing typed goes without a question. */
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
    // Who is asked and presses Back once more has answered.
    if (asks || !unsaved.isTyped()) {
      onClose();
      return;
    }
    stay();
    setAsks(true);
  });
  const discard = (): void => {
    // What a form keeps over links and Back goes with it.
    for (const form of content.current?.querySelectorAll("form") ?? []) form.reset();
    onClose();
  };
  const onEscape = (event: KeyboardEvent): void => {
    const toast = toastStore.get();
    const isAbove = toast !== null && toast !== toastAtOpening;
    if (!isAbove && !asks) return;
    // What lies on top goes first.
    event.preventDefault();
    if (isAbove) dismissToast();
    else setAsks(false);
  };
  const onPress = (event: MouseEvent): void => {
    // The second click of a double click on the button that opened the dialog does not mean to close it.
    isPressedBeside.current = event.target === event.currentTarget && event.detail < 2;
    // A press on the scrim takes the focus from nothing.
    if (event.target === event.currentTarget) event.preventDefault();
  };
  const onRelease = (event: MouseEvent): void => {
    // A selection of text that ends beside has begun inside.
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
            // What is pressed beside, the scrim decides; a toast is no way out.
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
              {children}
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
