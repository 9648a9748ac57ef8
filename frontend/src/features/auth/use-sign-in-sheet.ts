import { useRef, useState } from "react";

import { register, signIn } from "@/resources/use-account";
import { errorText, fieldErrors } from "@/resources/error-text";
import { useSession } from "@/resources/session";
import { t } from "@/i18n/i18n";
import { useRestored } from "@/ui/use-restored";

import { emailError } from "./validation";

type Who = { firstName: string; email: string; password: string };
type WhoErrors = Partial<Record<keyof Who, string>>;

/** New here, or somebody with an account. */
type Way = "register" | "signIn";

function check({ firstName, email, password }: Who, way: Way, min: number): WhoErrors {
  const isNew = way === "register";
  const found: WhoErrors = {
    firstName: isNew && firstName.trim() === "" ? t("auth.error.firstName") : "",
    email: emailError(email) ?? "",
    password: password === "" ? t("auth.error.password") : isNew && password.length < min ? t("auth.error.short", { min }) : "",
  };
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== ""));
}

async function send({ firstName, email, password }: Who, way: Way): Promise<void> {
  if (way === "signIn") await signIn(email.trim(), password);
  else await register({ firstName: firstName.trim(), lastName: "", email: email.trim(), phone: "", password });
}

export type SignInSheetState = {
  way: Way;
  /** The other way; what is typed already stays. */
  turn: () => void;
  values: Who;
  errors: WhoErrors;
  failure: string | null;
  isBusy: boolean;
  change: (name: keyof Who, value: string) => void;
  /** Sends it. `onRefused` is called once what is wrong is on screen. */
  submit: (onRefused: () => void) => void;
};

/** Opens an account or signs in to one, and has the page belong to it: whatever shows it ends with that. */
export function useSignInSheet(min: number): SignInSheetState {
  const { refresh } = useSession();
  const [way, setWay] = useState<Way>("register");
  const [values, setValues] = useState<Who>({ firstName: "", email: "", password: "" });
  const [errors, setErrors] = useState<WhoErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // The server knows them already; only this page does not.
  const isKnown = useRef(false);
  useRestored(() => setIsBusy(false));

  const sent = async (onRefused: () => void): Promise<void> => {
    setIsBusy(true);
    setFailure(null);
    try {
      if (!isKnown.current) await send(values, way);
      isKnown.current = true;
      await refresh();
    } catch (error) {
      const refused = fieldErrors(error);
      setErrors(refused);
      if (Object.keys(refused).length === 0) setFailure(errorText(error, t("auth.sheet.failed")));
      onRefused();
    } finally {
      setIsBusy(false);
    }
  };

  return {
    way,
    turn: () => {
      setWay(way === "register" ? "signIn" : "register");
      setErrors({});
      setFailure(null);
    },
    values,
    errors,
    failure,
    isBusy,
    change: (name, value) => {
      setValues((before) => ({ ...before, [name]: value }));
      setErrors((before) => Object.fromEntries(Object.entries(before).filter(([field]) => field !== name)));
    },
    submit: (onRefused) => {
      const found = check(values, way, min);
      setErrors(found);
      if (Object.keys(found).length === 0) void sent(onRefused);
      else onRefused();
    },
  };
}
