import type { ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { CityOfCode } from "@/api/localities/city-of-code";
import { useAccount } from "@/api/session/session";
import type { Application, PersonalInfo } from "@/api/types";
import { useApplication } from "@/api/application/use-application";
import { t } from "@/i18n/i18n";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { StickyAction } from "@/ui/page";

import { personalProblems } from "./checks";
import { StepEnd } from "./step-frame";

/** Step 1: the applicant. */
export function PersonalStep({
  application,
  onDone,
}: {
  application: Application;
  onDone: () => unknown;
}): ReactElement {
  const { id } = useAccount();
  const { save } = useApplication();
  const form = useForm<PersonalInfo>({
    initial: application.personalInfo,
    draft: { name: "application personal", owner: id },
    check: personalProblems,
    save: async (personalInfo) => {
      await save({ personalInfo });
      await onDone();
    },
    explain: formErrorOf,
    notice: { title: t("apply.notSaved") },
  });
  return (
    <Form form={form} label={t("apply.step.1")}>
      <div className="card flex flex-col gap-4 p-4">
        <div className="grid items-start gap-4 md:grid-cols-2">
          <TextField
            form={form}
            name="firstName"
            label={t("apply.firstName")}
            autoComplete="given-name"
            maxLength={80}
            required
          />
          <TextField
            form={form}
            name="lastName"
            label={t("apply.lastName")}
            autoComplete="family-name"
            maxLength={80}
            required
          />
        </div>
        <TextField
          form={form}
          name="email"
          label={t("apply.email")}
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          required
        />
        <TextField
          form={form}
          name="phone"
          label={t("apply.phone")}
          type="tel"
          autoComplete="tel"
          placeholder={t("apply.phone.placeholder")}
          maxLength={32}
          required
        />
        <TextField
          form={form}
          name="address"
          label={t("apply.address")}
          autoComplete="street-address"
          maxLength={120}
          required
        />
        <div className="grid grid-cols-[8rem_1fr] items-start gap-3">
          <TextField
            form={form}
            name="postalCode"
            label={t("apply.postalCode")}
            inputMode="numeric"
            autoComplete="postal-code"
            maxLength={4}
            required
          />
          <TextField
            form={form}
            name="city"
            label={t("apply.city")}
            autoComplete="address-level2"
            maxLength={80}
            required
          />
        </div>
        <CityOfCode values={form.values} change={form.change} />
        <FormNotice form={form} />
      </div>
      <StickyAction>
        <StepEnd step={1}>
          <NeedsConnection says={t("apply.save.offline")} busy={form.isBusy}>
            <SubmitButton form={form} variant="primary" className="grow" busyLabel={t("apply.continue.busy")}>
              {t("apply.continue")}
            </SubmitButton>
          </NeedsConnection>
        </StepEnd>
      </StickyAction>
    </Form>
  );
}
