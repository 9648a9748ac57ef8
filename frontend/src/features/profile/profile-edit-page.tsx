import { useRef, useState, type ReactElement } from "react";
import { useNavigate } from "react-router-dom";

import { api } from "@/api/client";
import { errorText, fieldErrors } from "@/api/error-text";
import type { User } from "@/api/types";
import { useSession } from "@/api/use-session";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { Field, focusFirstError } from "@/ui/field";
import { Input } from "@/ui/input";
import { Page } from "@/ui/page";
import { showToast } from "@/ui/toast";

import { NeedsAccount } from "./needs-account";

type Values = Pick<User, "firstName" | "lastName" | "phone">;

function Form({ user }: { user: User }): ReactElement {
  const [values, setValues] = useState<Values>({ firstName: user.firstName, lastName: user.lastName, phone: user.phone });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { refresh } = useSession();
  const navigate = useNavigate();

  const set = (name: keyof Values, value: string): void => {
    setValues({ ...values, [name]: value });
    setErrors({ ...errors, [name]: "" });
  };
  const refuse = (found: Record<string, string>, description: string): void => {
    setErrors(found);
    showToast({ title: t("profile.notSaved.title"), description, variant: "destructive" });
    requestAnimationFrame(() => focusFirstError(form.current));
  };
  const save = async (): Promise<void> => {
    if (values.firstName.trim() === "") {
      refuse({ firstName: t("profile.form.firstName.required") }, t("profile.checkFields"));
      return;
    }
    setBusy(true);
    try {
      await api.patch("/api/profile", values);
      await refresh();
      showToast({ title: t("profile.saved.title") });
      await navigate("/profile");
    } catch (error) {
      refuse(fieldErrors(error), errorText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      ref={form}
      noValidate
      className="card flex flex-col gap-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
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
      <Button type="submit" variant="primary" busy={busy}>
        {t("profile.form.save")}
      </Button>
    </form>
  );
}

/** Name and phone number of the account. */
export function ProfileEditPage(): ReactElement {
  return (
    <Page title={t("profile.profileEdit.title")} backTo="/profile">
      <NeedsAccount path="/profile/edit">{(user) => <Form user={user} />}</NeedsAccount>
    </Page>
  );
}
