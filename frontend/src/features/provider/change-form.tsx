import { useEffect, useRef, useState, type ReactElement, type ReactNode } from "react";

import { errorText, fieldErrors } from "@/resources/error-text";
import { FailureNotice } from "@/ui/failure-notice";
import { focusFirstError } from "@/ui/field";

export type Errors = Record<string, string>;
type Save = (act: () => Promise<void>) => Promise<void>;

type ChangeFormProps = {
  /** What is wrong before anything is sent: a sentence by field. */
  check: () => Errors;
  save: () => Promise<void>;
  /** Fields that show their own errors; every other refusal is shown above the buttons. */
  shows: readonly string[];
  children: (state: { errors: Errors; busy: boolean; run: Save }) => ReactNode;
};

/** A form in a dialog: checks, saves, and keeps what was filled in when the server refuses it. */
export function ChangeForm({ check, save, shows, children }: ChangeFormProps): ReactElement {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [refusal, setRefusal] = useState("");
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (Object.keys(errors).length > 0) focusFirstError(form.current);
  }, [errors]);

  const show = (found: Errors, sentence: string): void => {
    setErrors(found);
    setRefusal(shows.some((name) => found[name] !== undefined) ? "" : sentence);
  };
  const run: Save = async (act) => {
    setBusy(true);
    try {
      await act();
    } catch (error) {
      show(fieldErrors(error), errorText(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      ref={form}
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const found = check();
        if (Object.keys(found).length > 0) show(found, "");
        else void run(save);
      }}
    >
      {refusal !== "" && <FailureNotice text={refusal} />}
      {children({ errors, busy, run })}
    </form>
  );
}
