import type { PersonalInfo } from "@/api/types";
import { t } from "@/i18n/i18n";
import type { Errors } from "@/ui/form/use-form";

// As the server accepts them, after spaces are removed.
const SWISS_PHONE = /^(?:\+41|0041|0)[1-9][0-9]{8}$/;
const POSTAL_CODE = /^[1-9][0-9]{3}$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

const REQUIRED = ["firstName", "lastName", "email", "phone", "address", "postalCode", "city"] as const;

/** Validation errors of the personal data; the server decides. */
export function personalProblems(values: PersonalInfo): Errors {
  const { email, phone, postalCode } = values;
  const wrong: Errors = {
    email: EMAIL.test(email.trim()) ? "" : t("apply.email.wrong"),
    phone: SWISS_PHONE.test(phone.replace(/[\s()./-]/g, "")) ? "" : t("apply.phone.wrong"),
    postalCode: POSTAL_CODE.test(postalCode.trim()) ? "" : t("apply.postalCode.wrong"),
  };
  const missing = REQUIRED.filter((name) => values[name].trim() === "");
  return { ...wrong, ...Object.fromEntries(missing.map((name) => [name, t(`apply.${name}.required`)])) };
}
