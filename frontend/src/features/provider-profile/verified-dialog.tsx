import { BadgeCheck } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/overlay/dialog";

/** What stands behind the word "Verified" (specification point 2, the terms). */
export function VerifiedDialog({ open, onClose }: { open: boolean; onClose: () => void }): ReactElement {
  const checks = [
    t("providerPage.verified.identity"),
    t("providerPage.verified.registration"),
    t("providerPage.verified.insurance"),
    t("providerPage.verified.background"),
    t("providerPage.verified.references"),
  ];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("providerPage.verified.title")}
      description={t("providerPage.verified.body")}
      actions={<Button onClick={onClose}>{t("common.close")}</Button>}
    >
      <ul className="flex flex-col gap-2">
        {checks.map((check) => (
          <li key={check} className="flex gap-2">
            <BadgeCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
            {check}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
