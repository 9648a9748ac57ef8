import { KeyRound, ShoppingBag } from "lucide-react";
import { useState, type ReactElement } from "react";

import type { JobHandover } from "@/api/types";
import { useHandovers } from "@/api/orders/use-handovers";
import { t } from "@/i18n/i18n";
import { Dialog } from "@/ui/overlay/dialog";

/** A thumbnail that opens in full size. */
function Photo({ src, title }: { src: string; title: string }): ReactElement {
  const [isLarge, setIsLarge] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsLarge(true)} className="shrink-0 rounded-md">
        <img src={src} alt={title} className="size-20 rounded-md border object-cover" />
      </button>
      <Dialog open={isLarge} onClose={() => setIsLarge(false)} title={title}>
        <img src={src} alt={title} className="max-h-[75dvh] w-full rounded-card object-contain" />
      </Dialog>
    </>
  );
}

type HandoverProofProps = { orderId: string; kind: JobHandover["kind"] };

/** The proof of a handover; nothing if none was recorded. */
export function HandoverProof({ orderId, kind }: HandoverProofProps): ReactElement | null {
  const { handovers } = useHandovers(orderId);
  const { bags = null, photoUrl = null, codeConfirmedAt = null } = handovers?.find((one) => one.kind === kind) ?? {};
  if (bags === null && photoUrl === null && codeConfirmedAt === null) return null;
  return (
    <div className="flex w-full flex-wrap items-center justify-between gap-3">
      <ul className="flex flex-col gap-1 text-ink-soft">
        {bags !== null && (
          <li className="flex items-center gap-2">
            <ShoppingBag aria-hidden className="size-4 shrink-0" />
            {t("tracking.handover.bags", { count: bags })}
          </li>
        )}
        {codeConfirmedAt !== null && (
          <li className="flex items-center gap-2">
            <KeyRound aria-hidden className="size-4 shrink-0" />
            {t("tracking.handover.confirmed")}
          </li>
        )}
      </ul>
      {photoUrl !== null && <Photo src={photoUrl} title={t(`tracking.handover.photo.${kind}`)} />}
    </div>
  );
}
