import type { ReactElement } from "react";

import { providerName } from "@/api/providers/provider-name";
import type { RecurringBooking } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import type { Failure } from "@/ui/failure-notice";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

import { rhythmOf } from "../plan";
import type { EditProps } from "./edit-recurring-form";
import type { OtherProviderProps } from "./other-provider";
import type { PauseProps } from "./pause-recurring-form";
import type { CardProps } from "./recurring-card-form";
import type { ResumeProps } from "./resume-question";

const EditForm = lazyPart(async () => (await import("./edit-recurring-form")).EditForm);

/** Changes service, plan and addresses of a booking; provider, card and single pickups have their own dialogs. */
export function EditRecurringDialog({
  open,
  onClose,
  ...form
}: EditProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.edit.title")} description={t("recurring.edit.body")}>
      <EditForm {...form} />
    </Dialog>
  );
}

const RecurringCardForm = lazyPart(async () => (await import("./recurring-card-form")).RecurringCardForm);

/** Changes the card for future pickups. */
export function CardDialog({
  open,
  onClose,
  ...form
}: CardProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.card.change")} failure={form.failure}>
      <RecurringCardForm {...form} />
    </Dialog>
  );
}

const PauseRecurringForm = lazyPart(async () => (await import("./pause-recurring-form")).PauseRecurringForm);

/** Pauses a booking until a date, on which pickups resume. */
export function PauseRecurringDialog({
  open,
  onClose,
  ...form
}: PauseProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.pause.title")} description={t("recurring.pause.body")}>
      <PauseRecurringForm {...form} />
    </Dialog>
  );
}

const OtherProvider = lazyPart(async () => (await import("./other-provider")).OtherProvider);

/** Changes the provider of a booking whose own no longer takes any. */
export function ProviderDialog({
  open,
  onClose,
  ...choice
}: OtherProviderProps & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.gone.dialog")} failure={choice.failure}>
      <OtherProvider {...choice} />
    </Dialog>
  );
}

const ResumeQuestion = lazyPart(async () => (await import("./resume-question")).ResumeQuestion);

/** Asks before a pause ends that holds back a pickup so near that it is placed and charged at once. */
export function ResumeDialog({
  open,
  onClose,
  ...question
}: Omit<ResumeProps, "onKeep"> & { open: boolean; onClose: () => void }): ReactElement {
  return (
    <Dialog open={open} onClose={onClose} title={t("recurring.resume.title")} failure={question.failure}>
      <ResumeQuestion {...question} onKeep={onClose} />
    </Dialog>
  );
}

type EndDialogProps = {
  booking: RecurringBooking;
  open: boolean;
  isBusy: boolean;
  failure: Failure | null;
  onClose: () => void;
  onEnd: () => void;
};

/** Asks before a recurring booking is ended. */
export function EndDialog({ booking, open, isBusy, failure, onClose, onEnd }: EndDialogProps): ReactElement {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("recurring.end.title")}
      failure={failure}
      description={t("recurring.end.body", { rhythm: rhythmOf(booking), name: providerName(booking.provider) })}
      actions={
        <>
          <Button variant="destructive" busy={isBusy} onClick={onEnd}>
            {t("recurring.end")}
          </Button>
          <Button onClick={onClose}>{t("recurring.end.keep")}</Button>
        </>
      }
    />
  );
}
