import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactElement } from "react";
import { useLocation } from "react-router-dom";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

import { Button, IconButton } from "../button";
import type * as placing from "./place-toast";
import { dismissToast, endPage, takeToastAction, toastStore, type Toast } from "./toast";

const SHOWN_MS = 6000;
/** Loaded once the first page is there: no toast comes earlier. */
const loadPlacing = (): Promise<typeof placing> => import("./place-toast");

function ToastCard({ toast, onHold }: { toast: Toast; onHold: (isHeld: boolean) => void }): ReactElement {
  const isBad = toast.variant === "destructive";
  return (
    <div
      role={isBad ? "alert" : "status"}
      // The live region announces a status, an alert announces itself: each once.
      aria-live={isBad ? undefined : "off"}
      // Hover and focus pause its timer; not a pointer that merely rests where the toast has come.
      onPointerMove={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={() => onHold(false)}
      // Radix disables pointer events outside an open dialog.
      style={{ pointerEvents: "auto" }}
      className={cx(
        "flex w-full max-w-task animate-rise items-start gap-3 rounded-card border bg-surface p-4 pr-2 shadow-high",
        isBad && "border-bad",
      )}
    >
      {isBad ? (
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
      ) : (
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
      )}
      {/* If there is no room in one line, the action wraps below the text. */}
      <div className="flex min-w-0 grow flex-wrap gap-x-3">
        <div className="min-w-0 grow basis-36">
          <p className="font-semibold">{toast.title}</p>
          {toast.description !== undefined && <p className="text-ink-soft">{toast.description}</p>}
        </div>
        {toast.action !== undefined && (
          <Button size="sm" variant="ghost" onClick={takeToastAction} className="-my-2 ml-auto">
            {toast.action.label}
          </Button>
        )}
      </div>
      <IconButton
        label={t("common.close")}
        icon={<X aria-hidden className="size-5" />}
        onClick={dismissToast}
        className="-my-2"
      />
    </div>
  );
}

/**
 * Shows the toasts: at the bottom of the window, above navigation and primary action; while a dialog is open, at the
 * top.
 */
export function Toaster(): ReactElement {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get, toastStore.get);
  const isBad = toast?.variant === "destructive";
  const region = useRef<HTMLDivElement>(null);
  const [heldId, setHeldId] = useState<number | null>(null);
  const isHeld = heldId === toast?.id;
  const { pathname } = useLocation();

  useEffect(() => void loadPlacing().catch(() => undefined), []);

  useLayoutEffect(() => {
    const element = region.current;
    if (toast === null || element === null) return undefined;
    let end = (): void => undefined;
    let isOver = false;
    // Without it the toast stands at the foot of the window.
    loadPlacing().then(
      ({ placeToast }) => {
        if (!isOver) end = placeToast(element);
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      end();
    };
  }, [toast]);

  useEffect(() => () => endPage(), [pathname]);

  useEffect(() => {
    if (toast === null || isHeld) return;
    const timer = setTimeout(dismissToast, toast.shownMs ?? SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);

  // Always rendered: assistive technology only announces changes inside an existing live region.
  return (
    <div
      ref={region}
      data-toasts
      aria-live={isBad ? "off" : "polite"}
      className="toasts pointer-events-none fixed inset-x-0 z-50 flex justify-center px-4"
    >
      {toast !== null && (
        <ToastCard key={toast.id} toast={toast} onHold={(isHolding) => setHeldId(isHolding ? toast.id : null)} />
      )}
    </div>
  );
}
