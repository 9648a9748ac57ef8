import { CircleAlert, CircleCheck, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { IconButton } from "@/ui/button";
import { dismissToast, toastStore } from "@/ui/toast";

const SHOWN_MS = 6000;

/** The one place where toasts appear: at the top, where they cover neither navigation nor the primary action. */
export function Toaster(): ReactElement {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  const isBad = toast?.variant === "destructive";
  const region = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = region.current;
    // Browsers that know no popovers show the region where it stands, below an open dialog.
    if (element === null || !("showPopover" in element)) return;
    // Shown anew it is the topmost of what lies above the page, also above a dialog that is open.
    if (toast !== null) element.showPopover();
    return () => {
      if (toast !== null) element.hidePopover();
    };
  }, [toast]);

  useEffect(() => {
    if (toast === null) return;
    const timer = setTimeout(dismissToast, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast]);

  const content = toast !== null && (
    <div
      key={toast.id}
      role={isBad ? "alert" : "status"}
      className={cx(
        "pointer-events-auto flex w-full max-w-task animate-rise items-start gap-3 rounded-card border bg-surface p-4 pr-2 shadow-high",
        isBad && "border-bad",
      )}
    >
      {isBad ? (
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-bad" />
      ) : (
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
      )}
      <div className="min-w-0 grow">
        <p className="font-semibold">{toast.title}</p>
        {toast.description !== undefined && <p className="text-ink-soft">{toast.description}</p>}
      </div>
      <IconButton label={t("common.close")} icon={<X aria-hidden className="size-5" />} onClick={dismissToast} className="-my-2" />
    </div>
  );

  // The region exists from the start: assistive technology announces only what changes inside a region that it knows.
  return (
    <div
      ref={region}
      popover="manual"
      aria-live={isBad ? "assertive" : "polite"}
      className="pointer-events-none fixed inset-x-0 top-[calc(0.75rem+env(safe-area-inset-top))] bottom-auto z-40 m-0 flex w-full justify-center overflow-visible border-0 bg-transparent p-0 px-4 text-inherit"
    >
      {content}
    </div>
  );
}
