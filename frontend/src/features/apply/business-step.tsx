import type { ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { isServedLocality, MOST_AREAS } from "@/api/localities/served-locality";
import { useAccount } from "@/api/session/session";
import type { Application, BusinessInfo, ServedLocality } from "@/api/types";
import { useApplication } from "@/api/application/use-application";
import { t } from "@/i18n/i18n";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { FormField, TextareaField, TextField } from "@/ui/form/form-fields";
import { useForm, type Errors } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { StickyAction } from "@/ui/page";
import { RadioCards } from "@/ui/radio-cards";

import { isRegistered } from "./progress";
import { AreaField } from "./area-field";
import { StepEnd } from "./step-frame";

const TYPES = ["individual", "sole_proprietorship", "company"] as const;

type Values = Omit<BusinessInfo, "serviceAreas"> & {
  serviceAreas: readonly ServedLocality[];
  /** The search text of a locality that is not chosen yet. */
  search: string;
};

function problems({ businessType, businessName, registrationNumber, serviceAreas, search }: Values): Errors {
  const ofBusiness = isRegistered(businessType)
    ? {
        businessName: businessName.trim() === "" ? t("apply.businessName.required") : "",
        registrationNumber: registrationNumber.trim() === "" ? t("apply.registrationNumber.required") : "",
      }
    : {};
  const ofAreas =
    serviceAreas.length === 0
      ? t("apply.serviceAreas.required")
      : search.trim() === ""
        ? ""
        : t("apply.serviceAreas.choose");
  return { ...ofBusiness, serviceAreas: ofAreas };
}

/** The request body: unregistered people have no register numbers. */
function sectionOf({
  businessName,
  businessType,
  registrationNumber,
  vatNumber,
  serviceAreas,
  experience,
}: Values): BusinessInfo {
  const numbers = isRegistered(businessType)
    ? { registrationNumber, vatNumber }
    : { registrationNumber: "", vatNumber: "" };
  return {
    businessName,
    businessType,
    ...numbers,
    serviceAreas: serviceAreas.map(({ postalCode }) => postalCode),
    experience,
  };
}

/** Step 2: the business, and its service area. */
export function BusinessStep({
  application,
  onDone,
}: {
  application: Application;
  onDone: () => unknown;
}): ReactElement {
  const { id } = useAccount();
  const { save } = useApplication();
  const form = useForm<Values>({
    initial: { ...application.businessInfo, serviceAreas: application.areas, search: "" },
    draft: { name: "application business", owner: id, lists: { serviceAreas: isServedLocality } },
    check: problems,
    ties: { search: ["serviceAreas"] },
    save: async (values) => {
      await save({ businessInfo: sectionOf(values) });
      await onDone();
    },
    explain: formErrorOf,
    notice: { title: t("apply.notSaved") },
  });
  const { businessType, serviceAreas, search } = form.values;
  const registered = isRegistered(businessType);
  return (
    <Form form={form} label={t("apply.step.2")}>
      <div className="card flex flex-col gap-4 p-4">
        <RadioCards
          legend={t("apply.businessType")}
          value={businessType}
          onValueChange={(chosen) => form.change({ businessType: chosen })}
          cards={TYPES.map((value) => ({
            value,
            title: t(`apply.businessType.${value}`),
            description: t(`apply.businessType.${value}.body`),
            disabled: form.isBusy,
          }))}
        />
        <TextField
          form={form}
          name="businessName"
          label={t("apply.businessName")}
          hint={t(registered ? "apply.businessName.hint" : "apply.businessName.hint.individual")}
          autoComplete="organization"
          maxLength={120}
          required={registered}
        />
        {registered && (
          <>
            <TextField
              form={form}
              name="registrationNumber"
              label={t("apply.registrationNumber")}
              hint={t("apply.registrationNumber.hint")}
              autoComplete="off"
              maxLength={20}
              required
            />
            <TextField
              form={form}
              name="vatNumber"
              label={t("apply.vatNumber")}
              hint={t("apply.vatNumber.hint")}
              autoComplete="off"
              maxLength={24}
            />
          </>
        )}
        <FormField
          form={form}
          name="serviceAreas"
          label={t("apply.serviceAreas")}
          hint={t("apply.serviceAreas.hint", { most: MOST_AREAS })}
          required
        >
          {(control) => (
            <AreaField
              control={control}
              areas={serviceAreas}
              words={search}
              onWords={(words) => form.change({ search: words })}
              onChange={(chosen) => form.change({ serviceAreas: chosen, search: "" })}
            />
          )}
        </FormField>
        <TextareaField
          form={form}
          name="experience"
          label={t("apply.experience")}
          placeholder={t("apply.experience.placeholder")}
          maxLength={1000}
          rows={4}
        />
        <FormNotice form={form} />
      </div>
      <StickyAction>
        <StepEnd step={2}>
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
