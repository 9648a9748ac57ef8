import { CircleAlert, CircleCheck, X } from "lucide-react";
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type RefObject,
} from "react";
import { useLocation } from "react-router-dom";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

import { Button, IconButton } from "../button";
import { dismissToast, endPage, takeToastAction, toastStore, type Toast } from "./toast";

const SHOWN_MS = 6000;
/** Maximum distance of a toast to what is above and below it, in px. */
const GAP = 24;

/**
 * Height at the bottom of the window, in px, taken by the keyboard and by bars that a toast of this height would cover.
 */
function takenAtFoot(height: number): number {
  const { visualViewport, innerHeight } = window;
  let free = (visualViewport?.offsetTop ?? 0) + (visualViewport?.height ?? innerHeight);
  const bars = [...document.querySelectorAll("[data-bottom-bar], .above-nav")].filter(
    (bar) => getComputedStyle(bar).position !== "static",
  );
  for (const { top, bottom } of bars.map((bar) => bar.getBoundingClientRect()).sort((a, b) => b.bottom - a.bottom)) {
    if (bottom > free - GAP - height && top < free) free = top;
  }
  return Math.max(innerHeight - free, 0);
}

/** What a toast must not lie on: it would have to be closed first. */
const CONTROLS = "a[href], button:enabled, input, select, textarea, iframe, [role=slider], [role=radio]";

/** Whether a toast between these heights would cover the middle of a control; of a frame, which has several, any part. */
function coversControl(top: number, bottom: number, region: Element): boolean {
  return [...document.querySelectorAll(CONTROLS)].some((control) => {
    if (region.contains(control)) return false;
    const box = control.getBoundingClientRect();
    if (box.width === 0) return false;
    const middle = (box.top + box.bottom) / 2;
    return control.tagName === "IFRAME" ? box.top < bottom && box.bottom > top : middle > top && middle < bottom;
  });
}

/**
 * Places the toast above the bottom bars, or at the top if it would cover a control there and none at the top. Tells an
 * open dialog its height by a CSS variable.
 */
function useToasterPosition(region: RefObject<HTMLDivElement | null>, toast: Toast | null): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (toast === null || element === null) return;
    const root = document.documentElement.style;
    const updatePosition = (): void => {
      element.style.setProperty("--toast-floor", `${takenAtFoot(element.offsetHeight)}px`);
      root.setProperty("--toast-room", `${element.offsetHeight + GAP}px`);
    };
    // Not while scrolling: the toast would jump from one end to the other.
    const choosePlace = (): void => {
      updatePosition();
      const height = element.offsetHeight;
      const foot = window.innerHeight - takenAtFoot(height) - GAP / 2;
      const isBetterAtTop =
        coversControl(foot - height, foot, element) && !coversControl(GAP / 2, GAP / 2 + height, element);
      element.toggleAttribute("data-at-top", isBetterAtTop);
    };
    choosePlace();
    // Bars and controls come and go while it is shown, as on the page that an act leads to.
    let frame = 0;
    const onChange = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(choosePlace);
    };
    const changes = new MutationObserver(onChange);
    changes.observe(document.body, { childList: true, subtree: true });
    const sizes = new ResizeObserver(onChange);
    sizes.observe(document.body);
    const { visualViewport } = window;
    window.addEventListener("scroll", updatePosition, { passive: true });
    window.addEventListener("resize", updatePosition);
    visualViewport?.addEventListener("resize", updatePosition);
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      sizes.disconnect();
      window.removeEventListener("scroll", updatePosition);
      window.removeEventListener("resize", updatePosition);
      visualViewport?.removeEventListener("resize", updatePosition);
      root.removeProperty("--toast-room");
    };
  }, [region, toast]);
}

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
  const isHeld = toast !== null && heldId === toast.id;
  const { pathname } = useLocation();
  useToasterPosition(region, toast);

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
