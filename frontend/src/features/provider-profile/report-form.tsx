import type { ReactElement } from "react";
import { useLocation } from "react-router-dom";

import { formErrorOf } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import type { ReviewReportReason } from "@/api/types";
import { useReportReview } from "@/api/providers/use-report-review";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { ButtonLink } from "@/ui/button";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { SelectField, TextareaField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";

const REASONS = ["offensive", "untrue", "private", "spam", "other"] as const;

type Values = { reason: ReviewReportReason | ""; words: string };

export type ReportFormProps = { reviewId: string; onDone: () => void };

function Fields({ reviewId, onDone, owner }: ReportFormProps & { owner: string }): ReactElement {
  const report = useReportReview(reviewId);
  const form = useForm<Values>({
    initial: { reason: "", words: "" },
    draft: { name: `report ${reviewId}`, owner },
    check: ({ reason, words }) => ({
      reason: reason === "" ? t("reporting.reason.required") : "",
      words: reason === "other" && words.trim() === "" ? t("reporting.words.required") : "",
    }),
    save: async ({ reason, words }) => {
      if (reason === "") return;
      await report(reason, words.trim());
      showToast({ title: t("reporting.done.title"), description: t("reporting.done.body") });
      onDone();
    },
    explain: (error) => formErrorOf(error, t("reporting.failed.body")),
    notice: { title: t("reporting.failed.title") },
    ties: { reason: ["words"] },
  });
  const isOther = form.values.reason === "other";
  const reasons = [
    { value: "", label: t("reporting.reason.choose"), disabled: true },
    ...REASONS.map((value) => ({ value, label: t(`reporting.reason.${value}`) })),
  ];

  return (
    <Form form={form}>
      <SelectField form={form} name="reason" label={t("reporting.reason")} options={reasons} required />
      <TextareaField
        form={form}
        name="words"
        label={t(isOther ? "reporting.words.other" : "reporting.words")}
        rows={4}
        maxLength={1000}
        required={isOther}
      />
      <FormNotice form={form} />
      <NeedsConnection says={t("reporting.offline")} busy={form.isBusy}>
        <SubmitButton form={form} variant="brand" wide>
          {t("reporting.send")}
        </SubmitButton>
      </NeedsConnection>
    </Form>
  );
}

/** Reports a review; visitors must sign in first, and return here. */
export function ReportForm({ reviewId, onDone }: ReportFormProps): ReactElement {
  const { user } = useSession();
  const { pathname, search } = useLocation();
  if (user !== null) return <Fields reviewId={reviewId} onDone={onDone} owner={user.id} />;
  return (
    <>
      <p className="mb-4">{t("reporting.signIn")}</p>
      <ButtonLink to={signInLink(pathname + search)} variant="brand">
        {t("reporting.signIn.action")}
      </ButtonLink>
    </>
  );
}
