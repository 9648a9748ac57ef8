import type { ReactElement } from "react";
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

/** What differs from the account. */
function changesOf(values: Values, present: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== present[name as keyof Values]));
}

function ProfileForm(): ReactElement {
  const { id, email, firstName, lastName, phone } = useAccount();
  const change = useProfileChange();
  const navigate = useNavigate();
  const isHere = usePresence();
  const present: Values = { firstName, lastName, phone: shownPhone(phone) };
  const form = useForm<Values>({
    initial: present,
    follows: true,
    draft: { name: "profile", owner: id },
    check: (values) => ({ firstName: values.firstName.trim() === "" ? t("profile.form.firstName.required") : "" }),
    save: async (values) => {
      const changes = changesOf(values, present);
      if (Object.keys(changes).length > 0) {
        await change(changes);
        showToast({ title: t("profile.saved.title") });
      }
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
