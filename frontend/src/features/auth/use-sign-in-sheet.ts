import { useRef, useState } from "react";

import { register, signIn } from "@/api/session/use-account";
import { formErrorOf } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { useForm, type Errors, type FormState } from "@/ui/form/use-form";

import { SHEET_DRAFT } from "./auth-drafts";
import { isLastStep } from "./sign-in-step";
import { emailError } from "./validation";

type Who = { firstName: string; email: string; password: string };

/** A new account, or an existing one. */
type Way = "register" | "signIn";

function check({ firstName, email, password }: Who, way: Way, min: number): Errors {
  const isNew = way === "register";
  return {
    firstName: isNew && firstName.trim() === "" ? t("auth.error.firstName") : "",
    email: emailError(email) ?? "",
    password:
      password === "" ? t("auth.error.password") : isNew && password.length < min ? t("auth.error.short", { min }) : "",
  };
}

async function send({ firstName, email, password }: Who, way: Way, returnTo: string): Promise<boolean> {
  if (way === "signIn") return isLastStep(signIn(email.trim(), password), returnTo);
  await register({ firstName: firstName.trim(), lastName: "", email: email.trim(), phone: "", password });
  return true;
}

export type SignInSheetState = {
  way: Way;
  /** Switches between register and signIn; input is kept. */
  turn: () => void;
  form: FormState<Who>;
};

/** Registers or signs in, then refreshes the session, which unmounts the sheet. */
export function useSignInSheet(min: number, returnTo: string): SignInSheetState {
  const { refresh } = useSession();
  const [way, setWay] = useState<Way>("register");
  // Signed in on the server, but the session was not refreshed yet.
  const isKnown = useRef(false);
  const form = useForm<Who>({
    initial: { firstName: "", email: "", password: "" },
    draft: SHEET_DRAFT,
    check: (values) => check(values, way, min),
    save: async (values) => {
      if (!isKnown.current && !(await send(values, way, returnTo))) return;
      isKnown.current = true;
      await refresh();
    },
    explain: (error) => formErrorOf(error, t("auth.sheet.failed")),
  });
  return {
    way,
    turn: () => {
      setWay(way === "register" ? "signIn" : "register");
      // Clears the errors: they belong to the other form.
      form.change(form.values);
    },
    form,
  };
}
