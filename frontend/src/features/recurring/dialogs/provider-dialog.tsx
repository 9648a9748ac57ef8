import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

import type { OtherProviderProps } from "./other-provider";

const OtherProvider = lazyPart(async () => (await import("./other-provider")).OtherProvider);

/** Another provider, who works at its day and time, for a booking whose own takes none any more. */
export function ProviderDialog({ open, onClose, ...choice }: OtherProviderProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.gone.dialog")} failure={choice.failure}>
      <OtherProvider {...choice} />
    </Dialog>
  );
}
