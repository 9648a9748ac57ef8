import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

import type { EditProps } from "./edit-recurring-form";

const EditForm = lazyPart(async () => (await import("./edit-recurring-form")).EditForm);

/** Changes what a running recurring booking is and when; its provider, its card and its single pickups have acts of their own. */
export function EditRecurringDialog({ open, onClose, ...form }: EditProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.edit.title")} description={t("recurring.edit.body")}>
      <EditForm {...form} />
    </Dialog>
  );
}
