import { useState, type ReactElement } from "react";
import { useNavigate } from "react-router-dom";

import { formErrorOf } from "@/api/http/error-text";
import { usePhoto } from "@/api/http/use-photo";
import { useAccountPhoto, useProfileChange } from "@/api/session/use-account";
import type { User } from "@/api/types";
import { useAccount } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { shownPhone } from "@/lib/phone";
import { usePresence } from "@/lib/use-presence";
import { Field } from "@/ui/field";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { Input } from "@/ui/input";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";
import { PhotoRow } from "@/ui/photo-row";

import { EmailSection } from "./email-section";

type Values = Pick<User, "firstName" | "lastName" | "phone">;

/** What was changed in the form since it began: the rest may be another device's by now. */
function changesOf(values: Values, begun: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== begun[name as keyof Values]));
}

function ProfileForm(): ReactElement {
  const { id, email, firstName, lastName, phone } = useAccount();
  const change = useProfileChange();
  const navigate = useNavigate();
  const isHere = usePresence();
  const [begun] = useState<Values>({ firstName, lastName, phone: shownPhone(phone) });
  const form = useForm<Values>({
    initial: begun,
    draft: { name: "profile", owner: id },
    check: (values) => ({ firstName: values.firstName.trim() === "" ? t("profile.form.firstName.required") : "" }),
    save: async (values) => {
      await change(changesOf(values, begun));
      showToast({ title: t("profile.saved.title") });
      if (isHere()) await navigate("/profile");
    },
    explain: formErrorOf,
    notice: { title: t("profile.notSaved.title") },
  });

  return (
    <Form form={form} className="card flex flex-col gap-4 p-4">
      <TextField form={form} name="firstName" label={t("profile.form.firstName")} autoComplete="given-name" required />
      <TextField form={form} name="lastName" label={t("profile.form.lastName")} autoComplete="family-name" />
      <Field label={t("profile.form.email")} hint={t("profile.form.email.hint")}>
        {(control) => <Input {...control} type="email" value={email} readOnly />}
      </Field>
      <TextField
        form={form}
        name="phone"
        label={t("profile.form.phone")}
        hint={t("profile.form.phone.hint")}
        type="tel"
        autoComplete="tel"
      />
      <FormNotice form={form} />
      <SubmitButton form={form} variant="primary">
        {t("profile.form.save")}
      </SubmitButton>
    </Form>
  );
}

function AccountPhoto(): ReactElement {
  const { id, firstName, lastName, photoUrl } = useAccount();
  const state = usePhoto(useAccountPhoto());
  return (
    <section className="card mb-4 p-4">
      <PhotoRow {...{ id, firstName, lastName, photoUrl, state }} hint={t("profile.photo.hint")} />
    </section>
  );
}

/** Edits the account's photo, name, phone and email address. */
export function ProfileEditPage(): ReactElement {
  return (
    <Page title={t("profile.profileEdit.title")} backTo="/profile">
      <AccountPhoto />
      <ProfileForm />
      <EmailSection />
    </Page>
  );
}
