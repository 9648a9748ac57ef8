import { t } from "@/i18n/i18n";
import { isEmail } from "@/lib/email";

/** The error of an email address; undefined if valid. */
export function emailError(email: string): string | undefined {
  if (email.trim() === "") return t("auth.error.email");
  return isEmail(email) ? undefined : t("auth.error.emailFormat");
}

/** The values of the registration form. */
export type Registration = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  confirmPassword: string;
};

export type RegistrationErrors = Partial<Record<keyof Registration, string>>;

/** The password's error, in the order of specification point 5: equal first, then long enough. */
export function passwordError({ password, confirmPassword }: Registration, min: number): string | undefined {
  if (password !== confirmPassword) return t("auth.error.mismatch");
  // An empty field is reported as required, below.
  if (password !== "" && password.length < min) return t("auth.error.short", { min });
  return undefined;
}

/** All errors of a registration, by field. */
export function registrationErrors(registration: Registration, min: number): RegistrationErrors {
  const { firstName, email, password, confirmPassword } = registration;
  const rule = passwordError(registration, min);
  const candidates: RegistrationErrors = {
    firstName: firstName.trim() === "" ? t("auth.error.firstName") : "",
    email: emailError(email) ?? "",
    password: password === "" ? t("auth.error.password") : password === confirmPassword ? (rule ?? "") : "",
    confirmPassword:
      confirmPassword === "" ? t("auth.error.confirmPassword") : password === confirmPassword ? "" : (rule ?? ""),
  };
  return Object.fromEntries(Object.entries(candidates).filter(([, text]) => text !== ""));
}
