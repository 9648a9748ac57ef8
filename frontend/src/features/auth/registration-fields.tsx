import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

import type { Registration, RegistrationErrors } from "./validation";

type RegistrationFieldsProps = {
  values: Registration;
  errors: RegistrationErrors;
  /** The shortest password that is accepted. */
  min: number;
  onChange: (name: keyof Registration, value: string) => void;
};

type FieldSpec = {
  name: keyof Registration;
  label: string;
  required?: boolean;
  type?: "email" | "tel" | "password";
  autoComplete: string;
  placeholder?: string;
};

function specs(min: number): FieldSpec[] {
  return [
    { name: "firstName", label: t("auth.field.firstName"), required: true, autoComplete: "given-name" },
    { name: "lastName", label: t("auth.field.lastName"), autoComplete: "family-name" },
    {
      name: "email",
      label: t("auth.field.email"),
      required: true,
      type: "email",
      autoComplete: "username",
      placeholder: t("auth.field.email.placeholder"),
    },
    { name: "phone", label: t("auth.field.phone"), type: "tel", autoComplete: "tel", placeholder: t("auth.field.phone.placeholder") },
    {
      name: "password",
      label: t("auth.field.password"),
      required: true,
      type: "password",
      autoComplete: "new-password",
      placeholder: t("auth.field.password.placeholder", { min }),
    },
    { name: "confirmPassword", label: t("auth.field.confirmPassword"), required: true, type: "password", autoComplete: "new-password" },
  ];
}

/** The fields of a registration; the two names share a line where there is room. */
export function RegistrationFields({ values, errors, min, onChange }: RegistrationFieldsProps): ReactElement {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {specs(min).map(({ name, label, required = false, ...input }) => (
        <div key={name} className={name === "email" || name === "phone" ? "md:col-span-2" : undefined}>
          <Field label={label} error={errors[name]} required={required}>
            {(control) => (
              <Input
                {...control}
                {...input}
                name={name}
                required={required}
                value={values[name]}
                onChange={(event) => onChange(name, event.target.value)}
              />
            )}
          </Field>
        </div>
      ))}
    </div>
  );
}
