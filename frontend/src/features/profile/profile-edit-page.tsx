import type { ReactElement } from "react";
import { useNavigate } from "react-router-dom";

import { useProfileChange } from "@/resources/use-account";
import type { User } from "@/resources/types";
import { useAccount } from "@/resources/session";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";

import { useForm } from "./use-form";

type Values = Pick<User, "firstName" | "lastName" | "phone">;

function Form(): ReactElement {
  const user = useAccount();
  const change = useProfileChange();
  const navigate = useNavigate();
  const form = useForm<Values>({
    initial: { firstName: user.firstName, lastName: user.lastName, phone: user.phone },
    check: ({ firstName }) => (firstName.trim() === "" ? { firstName: t("profile.form.firstName.required") } : {}),
    save: async (values) => {
      await change(values);
      showToast({ title: t("profile.saved.title") });
      await navigate("/profile");
    },
  });
  const { values, errors, set } = form;

  return (
    <form
      noValidate
      className="card flex flex-col gap-4 p-4"
      onSubmit={form.onSubmit}
    >
      <Field label={t("profile.form.firstName")} error={errors["firstName"]} required>
        {(control) => (
          <Input {...control} autoComplete="given-name" value={values.firstName} onChange={(event) => set("firstName", event.target.value)} />
        )}
      </Field>
      <Field label={t("profile.form.lastName")} error={errors["lastName"]}>
        {(control) => (
          <Input {...control} autoComplete="family-name" value={values.lastName} onChange={(event) => set("lastName", event.target.value)} />
        )}
      </Field>
      <Field label={t("profile.form.email")} hint={t("profile.form.email.hint")}>
        {(control) => <Input {...control} type="email" value={user.email} readOnly />}
      </Field>
      <Field label={t("profile.form.phone")} error={errors["phone"]} hint={t("profile.form.phone.hint")}>
        {(control) => (
          <Input {...control} type="tel" autoComplete="tel" value={values.phone} onChange={(event) => set("phone", event.target.value)} />
        )}
      </Field>
      {form.failure !== null && <FailureNotice {...form.failure} />}
      <Button type="submit" variant="primary" busy={form.busy}>
        {t("profile.form.save")}
      </Button>
    </form>
  );
}

/** Name and phone number of the account. */
export function ProfileEditPage(): ReactElement {
  return (
    <Page title={t("profile.profileEdit.title")} backTo="/profile">
      <Form />
    </Page>
  );
}
