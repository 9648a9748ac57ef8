import type { ReactElement } from "react";

import { LazyPart } from "@/api/cache/lazy-part";
import { t } from "@/i18n/i18n";
import { Dialog } from "@/ui/overlay/dialog";

import type { CardForm, CardProps } from "./card-form";

const loadForm = async (): Promise<typeof CardForm> => (await import("./card-form")).CardForm;

/** Another card for the pickups that come. */
export function CardDialog({ open, onClose, ...form }: CardProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.card.change")} failure={form.failure}>
      <LazyPart name="card of a booking" load={loadForm} given={form} />
    </Dialog>
  );
}
