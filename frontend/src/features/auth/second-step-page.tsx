import type { ReactElement } from "react";
import { useNavigate, useSearchParams } from "react-router-dom";

import { ApiError } from "@/api/http/api-error";
import { takeSecondStep } from "@/api/security/second-step";
import { t } from "@/i18n/i18n";
import { forgetDrafts } from "@/lib/drafts";
import { ownPath, signInLink } from "@/lib/return-path";
import { usePresence } from "@/lib/use-presence";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";

import { LOGIN_DRAFT, REGISTRATION_DRAFT, SHEET_DRAFT } from "./auth-drafts";
import { PasskeyButton } from "./passkey-button";
import { signInError } from "./sign-in-error";
import { adminPath } from "./sign-in-step";

/** Asks for the authenticator app's code, after a password, an emailed link, Google or Apple. */
export function SecondStepPage(): ReactElement {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const isHere = usePresence();
  const asked = query.get("next");
  const path = ownPath(asked) ?? adminPath(asked) ?? "/";
  const goOn = (): void => {
    forgetDrafts(LOGIN_DRAFT.name, REGISTRATION_DRAFT.name, SHEET_DRAFT.name);
    window.location.assign(path);
  };
  const form = useForm({
    initial: { code: "" },
    check: ({ code }) => ({ code: code.trim() === "" ? t("auth.step.required") : "" }),
    save: async ({ code }) => {
      await takeSecondStep(code.trim());
      goOn();
    },
    explain: (error) => signInError(error, t("auth.step.failed")),
    leavesPage: true,
    onFormError: ({ text }, error) => {
      if (!(error instanceof ApiError) || error.code !== "second_step_ended") return;
      showToast({
        title: t("auth.login.failed"),
        description: text,
        variant: "destructive",
        staysOnNavigation: true,
      });
      if (isHere()) void navigate(signInLink(path), { replace: true });
    },
  });
  return (
    <Page title={t("auth.step.title")} lead={t("auth.step.lead")} backTo={signInLink(path)}>
      <div className="card p-4 md:p-6">
        <Form form={form}>
          <TextField
            form={form}
            name="code"
            label={t("auth.step.code")}
            hint={t("auth.step.code.hint")}
            autoComplete="one-time-code"
            maxLength={32}
            required
          />
          <FormNotice form={form} />
          <NeedsConnection says={t("auth.step.offline")} busy={form.isBusy}>
            <SubmitButton form={form} variant="primary" wide>
              {t("auth.step.submit")}
            </SubmitButton>
          </NeedsConnection>
        </Form>
        <PasskeyButton disabled={form.isBusy} onSuccess={goOn} />
      </div>
    </Page>
  );
}
