import type { ReactElement } from "react";

import { LazyPart } from "@/api/cache/lazy-part";
import { t } from "@/i18n/i18n";
import { Dialog } from "@/ui/overlay/dialog";

import type { OtherProvider, OtherProviderProps } from "./other-provider";

const loadChoice = async (): Promise<typeof OtherProvider> => (await import("./other-provider")).OtherProvider;

/** Another provider, who works at its day and time, for a booking whose own takes none any more. */
export function ProviderDialog({ open, onClose, ...choice }: OtherProviderProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.gone.dialog")} failure={choice.failure}>
      <LazyPart name="other provider" load={loadChoice} given={choice} />
    </Dialog>
  );
}
