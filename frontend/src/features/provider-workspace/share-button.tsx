import { Navigation } from "lucide-react";
import { useState, type ReactElement } from "react";

import { beginSharing, useSharing } from "@/api/position/position-sharing";
import type { Order } from "@/api/types";
import { useAccount } from "@/api/session/session";
import { usePrivacyPreferences } from "@/api/privacy/use-privacy";
import { t } from "@/i18n/i18n";
import { Button, ButtonLink } from "@/ui/button";
import { NeedsConnection } from "@/ui/needs-connection";
import { Dialog } from "@/ui/overlay/dialog";

type QuestionProps = {
  name: string;
  /** The customer with whom it is shared already; null for none. */ before: string | null;
  onShare: () => void;
  onClose: () => void;
};

function Question({ name, before, onShare, onClose }: QuestionProps): ReactElement {
  const { preferences, error } = usePrivacyPreferences();
  const isOff = preferences?.locationTracking === false;
  return (
    <div className="flex flex-col gap-4">
      <ul className="flex list-disc flex-col gap-1 pl-5 text-ink-soft">
        <li>{t("provider.share.who", { name })}</li>
        <li>{t("provider.share.until")}</li>
        <li>{t("provider.share.screen")}</li>
        {isOff && <li className="font-semibold text-ink">{t("provider.share.off")}</li>}
        {before !== null && <li className="font-semibold text-ink">{t("provider.share.instead", { name: before })}</li>}
      </ul>
      <div className="flex flex-col gap-2 md:flex-row-reverse">
        {isOff ? (
          <ButtonLink variant="brand" to="/account/privacy">
            {t("provider.share.settings")}
          </ButtonLink>
        ) : (
          <NeedsConnection says={t("provider.share.offline")}>
            <Button variant="brand" disabled={preferences === undefined && error === undefined} onClick={onShare}>
              {t("provider.share")}
            </Button>
          </NeedsConnection>
        )}
        <Button onClick={onClose}>{t("provider.share.keep")}</Button>
      </div>
    </div>
  );
}

/** Shares the position with this job's customer, after a question. While it runs, a bar above the page says so. */
export function ShareButton({ order }: { order: Order }): ReactElement | null {
  const { id: account } = useAccount();
  const sharing = useSharing(account);
  const [asks, setAsks] = useState(false);
  const name = order.customer?.firstName ?? "";
  const onClose = (): void => setAsks(false);
  const onShare = (): void => {
    beginSharing({ account, orderId: order.id, status: order.status, name });
    onClose();
  };
  return (
    <>
      {sharing?.orderId !== order.id && (
        <Button variant="ghost" wide className="mt-2" onClick={() => setAsks(true)}>
          <Navigation aria-hidden className="size-5" />
          {t("provider.share")}
        </Button>
      )}
      <Dialog
        open={asks}
        onClose={onClose}
        title={t("provider.share.title")}
        description={t("provider.share.body", { name })}
      >
        <Question name={name} before={sharing?.name ?? null} onShare={onShare} onClose={onClose} />
      </Dialog>
    </>
  );
}
