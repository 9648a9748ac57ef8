import type { ReactElement } from "react";
import { useNavigate } from "react-router-dom";

import { useCareProfile, useSaveCare } from "@/api/care/use-care-profile";
import { errorText, formErrorOf } from "@/api/http/error-text";
import { useAccount } from "@/api/session/session";
import type { Care } from "@/api/types";
import { t } from "@/i18n/i18n";
import { usePresence } from "@/lib/use-presence";
import { careOf } from "@/ui/care/care";
import { CareFields } from "@/ui/care/care-fields";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

function CareForm({ care, onBack }: { care: Care; onBack: () => void }): ReactElement {
  const { id } = useAccount();
  const save = useSaveCare();
  const navigate = useNavigate();
  const isHere = usePresence();
  const form = useForm<Care>({
    initial: care,
    follows: true,
    draft: { name: "care", owner: id },
    check: () => ({}),
    save: async (values) => {
      await save(careOf(values));
      showToast({ title: t("care.saved") });
      if (isHere()) await navigate("/profile");
    },
    explain: formErrorOf,
    notice: { title: t("care.notSaved") },
  });
  return (
    <Form form={form} className="card flex flex-col gap-4 p-4">
      <CareFields form={form} />
      <FormNotice form={form} />
      <NeedsConnection says={t("care.save.offline")} busy={form.isBusy} onBack={onBack}>
        <SubmitButton form={form} variant="primary">
          {t("care.save")}
        </SubmitButton>
      </NeedsConnection>
    </Form>
  );
}

/** What the account always wants of its laundry. */
export function CarePage(): ReactElement {
  const { care, error, isBusy, retry } = useCareProfile();
  const tryAgain = (): void => void retry();
  return (
    <Page title={t("care.title")} lead={t("care.lead")} backTo="/profile">
      {care !== undefined && <CareForm care={care} onBack={tryAgain} />}
      {care === undefined && error !== undefined && (
        <NeedsConnection says={t("care.offline")} onBack={tryAgain}>
          <ErrorState body={errorText(error, t("care.error"))} onRetry={tryAgain} busy={isBusy} />
        </NeedsConnection>
      )}
      {care === undefined && error === undefined && (
        <Loading>
          <Skeleton className="h-96 rounded-card" />
        </Loading>
      )}
    </Page>
  );
}
