import { MailQuestion } from "lucide-react";
import type { ReactElement } from "react";

import { errorText, formErrorOf } from "@/api/http/error-text";
import type { AccountEmail } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useEmail } from "@/api/session/use-email";
import { t } from "@/i18n/i18n";
import { isEmail } from "@/lib/email";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { PasswordField } from "@/ui/form/password-field";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";

type Acts = Pick<ReturnType<typeof useEmail>, "ask" | "drop">;

/** A new address that is not confirmed yet. */
function Pending({ email, drop }: { email: string; drop: Acts["drop"] }): ReactElement {
  const { isBusy, failure, act } = useAct();
  return (
    <div className="flex flex-col gap-3">
      <p className="flex gap-3">
        <MailQuestion aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <span className="min-w-0">{t("profile.email.pending", { email })}</span>
      </p>
      {failure !== null && <FailureNotice {...failure} />}
      <NeedsConnection says={t("profile.email.offline")} busy={isBusy}>
        <Button busy={isBusy} onClick={() => void act(drop)}>
          {t("profile.email.drop")}
        </Button>
      </NeedsConnection>
    </div>
  );
}

function ChangeForm({ hasPassword, ask }: { hasPassword: boolean; ask: Acts["ask"] }): ReactElement {
  const form = useForm({
    initial: { email: "", password: "" },
    check: ({ email, password }) => ({
      email: isEmail(email) ? "" : t("profile.email.required"),
      password: hasPassword && password === "" ? t("profile.password.required") : "",
    }),
    save: async ({ email, password }) => {
      await ask(email.trim(), password);
      form.clear();
      showToast({ title: t("profile.email.sent.title"), description: t("profile.email.sent.body") });
    },
    explain: formErrorOf,
    notice: { title: t("profile.notSaved.title") },
  });
  return (
    <Form form={form}>
      <p className="text-ink-soft">{t("profile.email.how")}</p>
      <TextField form={form} name="email" label={t("profile.email.new")} type="email" autoComplete="email" required />
      {hasPassword ? (
        <PasswordField
          form={form}
          name="password"
          label={t("profile.password.current")}
          autoComplete="current-password"
          required
        />
      ) : (
        <p className="text-caption text-ink-soft">{t("profile.email.recent")}</p>
      )}
      <FormNotice form={form} />
      <NeedsConnection says={t("profile.email.offline")} busy={form.isBusy}>
        <SubmitButton form={form} variant="brand">
          {t("profile.email.ask")}
        </SubmitButton>
      </NeedsConnection>
    </Form>
  );
}

function Known({ about, ask, drop }: Acts & { about: AccountEmail }): ReactElement {
  if (about.pendingEmail !== null) return <Pending email={about.pendingEmail} drop={drop} />;
  return <ChangeForm hasPassword={about.hasPassword} ask={ask} />;
}

/** Changes the email address; it takes effect once confirmed by the new mailbox. */
export function EmailSection(): ReactElement {
  const { about, error, isBusy, retry, ask, drop } = useEmail();
  const tryAgain = (): void => void retry();
  return (
    <SectionCard title={t("profile.email.title")} className="mt-4">
      {about !== undefined ? (
        <Known about={about} ask={ask} drop={drop} />
      ) : error !== undefined ? (
        <NeedsConnection says={t("profile.email.offline")} onBack={tryAgain}>
          <ErrorState body={errorText(error, t("profile.email.notLoaded"))} busy={isBusy} onRetry={tryAgain} />
        </NeedsConnection>
      ) : (
        <Loading>
          <Skeleton className="h-48 rounded-card" />
        </Loading>
      )}
    </SectionCard>
  );
}
