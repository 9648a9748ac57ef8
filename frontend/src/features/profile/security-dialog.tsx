import { useState, type ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import type { AppSetup, Passkey, SignInProvider } from "@/api/types";
import type { useSecurity } from "@/api/security/use-security";
import { t } from "@/i18n/i18n";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextField } from "@/ui/form/form-fields";
import { PasswordField } from "@/ui/form/password-field";
import { useForm } from "@/ui/form/use-form";
import { Dialog } from "@/ui/overlay/dialog";
import { showToast } from "@/ui/overlay/toast";

import { RecoveryCodes } from "./recovery-codes";

/** The requested change. */
export type Asked =
  | { kind: "add" | "app" | "appOff" | "codes" }
  | { kind: "rename" | "remove"; passkey: Passkey }
  | { kind: "connect" | "disconnect"; provider: SignInProvider };

export const PROVIDER_NAMES: Record<SignInProvider, string> = { google: "Google", apple: "Apple" };

type Acts = ReturnType<typeof useSecurity>;
type PartProps = { acts: Acts; hasPassword: boolean; onDone: () => void };

const required = (sentence: string, value: string): string => (value.trim() === "" ? sentence : "");

type OwnerFormProps = {
  hasPassword: boolean;
  says?: string;
  label: string;
  /** Asks for a name, too (passkeys). */
  named?: boolean;
  failed?: string;
  save: (password: string, name: string) => Promise<void>;
};

/** Confirms the owner by password; accounts without one must have signed in recently. */
function OwnerForm({ hasPassword, says, label, named = false, failed, save }: OwnerFormProps): ReactElement {
  const form = useForm({
    initial: { name: "", password: "" },
    check: ({ password }) => ({ password: hasPassword ? required(t("profile.password.required"), password) : "" }),
    save: ({ password, name }) => save(password, name.trim()),
    explain: (error) => formErrorOf(error, failed),
    notice: { title: t("profile.notSaved.title") },
  });
  return (
    <Form form={form}>
      {says !== undefined && <p>{says}</p>}
      {named && (
        <TextField
          form={form}
          name="name"
          label={t("security.passkeys.name")}
          hint={t("security.passkeys.name.hint")}
          maxLength={60}
        />
      )}
      {hasPassword ? (
        <PasswordField
          form={form}
          name="password"
          label={t("profile.password.current")}
          autoComplete="current-password"
          required
        />
      ) : (
        <p className="text-caption text-ink-soft">{t("profile.email.recent")}</p>
      )}
      <FormNotice form={form} />
      <SubmitButton form={form} variant="primary">
        {label}
      </SubmitButton>
    </Form>
  );
}

function RenameForm({ passkey, acts, onDone }: PartProps & { passkey: Passkey }): ReactElement {
  const form = useForm({
    initial: { name: passkey.name },
    check: ({ name }) => ({ name: required(t("security.passkeys.name.required"), name) }),
    save: async ({ name }) => {
      await acts.rename(passkey.id, name.trim());
      showToast({ title: t("security.passkeys.renamed") });
      onDone();
    },
    explain: formErrorOf,
    notice: { title: t("profile.notSaved.title") },
  });
  return (
    <Form form={form}>
      <TextField form={form} name="name" label={t("security.passkeys.name")} maxLength={60} required />
      <FormNotice form={form} />
      <SubmitButton form={form} variant="primary">
        {t("security.save")}
      </SubmitButton>
    </Form>
  );
}

/** Setup of the authenticator app: QR code, and a first code to confirm. */
function ScanForm({
  setup,
  acts,
  onCodes,
}: {
  setup: AppSetup;
  acts: Acts;
  onCodes: (codes: string[]) => void;
}): ReactElement {
  const form = useForm({
    initial: { code: "" },
    check: ({ code }) => ({ code: required(t("security.app.code.required"), code) }),
    save: async ({ code }) => onCodes(await acts.confirmApp(code.trim())),
    explain: formErrorOf,
    notice: { title: t("profile.notSaved.title") },
  });
  return (
    <Form form={form}>
      <p>{t("security.app.scan")}</p>
      <img src={setup.qrCode} alt={t("security.app.picture")} className="mx-auto size-52 rounded-md bg-white p-2" />
      <p>
        {t("security.app.key")} <code className="font-mono break-all">{setup.secret}</code>
      </p>
      <TextField
        form={form}
        name="code"
        label={t("security.app.code")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        required
      />
      <FormNotice form={form} />
      <SubmitButton form={form} variant="primary">
        {t("security.app.turnOn")}
      </SubmitButton>
    </Form>
  );
}

function AppSteps({ acts, hasPassword, onDone }: PartProps): ReactElement {
  const [setup, setSetup] = useState<AppSetup | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (setup !== null) return <ScanForm setup={setup} acts={acts} onCodes={setCodes} />;
  return (
    <OwnerForm
      hasPassword={hasPassword}
      label={t("security.continue")}
      save={async (password) => setSetup(await acts.beginApp(password))}
    />
  );
}

function CodesSteps({ acts, hasPassword, onDone }: PartProps): ReactElement {
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes !== null) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <OwnerForm
      hasPassword={hasPassword}
      says={t("security.codes.new.body")}
      label={t("security.codes.new")}
      save={async (password) => setCodes(await acts.newCodes(password))}
    />
  );
}

function titleOf(asked: Asked): string {
  switch (asked.kind) {
    case "connect":
    case "disconnect":
      return t(`security.connections.${asked.kind}.of`, { name: PROVIDER_NAMES[asked.provider] });
    case "add":
      return t("security.passkeys.add");
    case "rename":
      return t("security.passkeys.rename");
    case "remove":
      return t("security.passkeys.remove");
    case "app":
      return t("security.app.setUp.title");
    case "appOff":
      return t("security.app.remove");
    case "codes":
      return t("security.codes.new");
  }
}

function Part({ asked, ...part }: PartProps & { asked: Asked }): ReactElement {
  const { acts, hasPassword, onDone } = part;
  const finish = (title: string): void => {
    showToast({ title });
    onDone();
  };
  switch (asked.kind) {
    case "app":
      return <AppSteps {...part} />;
    case "codes":
      return <CodesSteps {...part} />;
    case "rename":
      return <RenameForm {...part} passkey={asked.passkey} />;
    case "add": {
      const add = async (password: string, name: string): Promise<void> => {
        await acts.add(name, password);
        finish(t("security.passkeys.done"));
      };
      return (
        <OwnerForm
          hasPassword={hasPassword}
          named
          label={t("security.continue")}
          failed={t("security.passkeys.notMade")}
          save={add}
        />
      );
    }
    case "remove": {
      const { id, name } = asked.passkey;
      const remove = async (password: string): Promise<void> => {
        await acts.remove(id, password);
        finish(t("security.passkeys.removed"));
      };
      return (
        <OwnerForm
          hasPassword={hasPassword}
          says={t("security.passkeys.remove.body", { name })}
          label={t("security.passkeys.remove")}
          save={remove}
        />
      );
    }
    case "connect": {
      const connect = async (password: string): Promise<void> => {
        window.location.assign(await acts.connect(asked.provider, password));
      };
      return (
        <OwnerForm
          hasPassword={hasPassword}
          says={t("security.connections.connect.body", { name: PROVIDER_NAMES[asked.provider] })}
          label={t("security.continue")}
          save={connect}
        />
      );
    }
    case "disconnect": {
      const name = PROVIDER_NAMES[asked.provider];
      const disconnect = async (password: string): Promise<void> => {
        await acts.disconnect(asked.provider, password);
        finish(t("security.connections.disconnected", { name }));
      };
      return (
        <OwnerForm
          hasPassword={hasPassword}
          says={t("security.connections.disconnect.body", { name })}
          label={t("security.connections.disconnect")}
          save={disconnect}
        />
      );
    }
    case "appOff": {
      const remove = async (password: string): Promise<void> => {
        await acts.removeApp(password);
        finish(t("security.app.removed"));
      };
      return (
        <OwnerForm
          hasPassword={hasPassword}
          says={t("security.app.remove.body")}
          label={t("security.app.remove")}
          save={remove}
        />
      );
    }
  }
}

type SecurityDialogProps = { asked: Asked | null; acts: Acts; hasPassword: boolean; onClose: () => void };

/** Changes a sign-in method: the password first, then its steps. */
export function SecurityDialog({ asked, acts, hasPassword, onClose }: SecurityDialogProps): ReactElement {
  return (
    <Dialog open={asked !== null} onClose={onClose} title={asked === null ? "" : titleOf(asked)}>
      {asked !== null && <Part asked={asked} acts={acts} hasPassword={hasPassword} onDone={onClose} />}
    </Dialog>
  );
}
