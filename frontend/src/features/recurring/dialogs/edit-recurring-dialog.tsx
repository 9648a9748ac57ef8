import type { ReactElement } from "react";

import { LazyPart } from "@/api/cache/lazy-part";
import { t } from "@/i18n/i18n";
import { Dialog } from "@/ui/overlay/dialog";

import type { EditForm, EditProps } from "./edit-recurring-form";

const loadForm = async (): Promise<typeof EditForm> => (await import("./edit-recurring-form")).EditForm;

/** Changes what a running recurring booking is and when; its provider, its card and its single pickups have acts of their own. */
export function EditRecurringDialog({ open, onClose, ...form }: EditProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.edit.title")} description={t("recurring.edit.body")}>
      <LazyPart name="edit of a booking" load={loadForm} given={form} />
    </Dialog>
  );
}
