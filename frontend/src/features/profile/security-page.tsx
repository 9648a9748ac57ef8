import { KeyRound } from "lucide-react";
import { useState, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import { useAccount } from "@/api/session/session";
import type { Passkey, Security, SignInProvider } from "@/api/types";
import { useSecurity } from "@/api/security/use-security";
import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { dayTimeInSentence } from "@/lib/dates";
import { Button } from "@/ui/button";
import { Card, SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useAddressState } from "@/ui/use-address-state";

import { PROVIDER_NAMES, SecurityDialog, type Asked } from "./security-dialog";
import { UnconfirmedEmail } from "./unconfirmed-email";

const PROVIDERS: readonly SignInProvider[] = ["google", "apple"];

type Ask = (asked: Asked) => void;
/** `blocked`: why nothing can be added, in a sentence; null if it can. */
type SectionProps = { security: Security; blocked: string | null; onAsk: Ask };

/** Stands in a card where its button would. */
function Blocked({ why }: { why: string }): ReactElement {
  return <p className="mt-3 text-caption text-ink-soft">{why}</p>;
}

function PasskeyRow({ passkey, mayChange, onAsk }: { passkey: Passkey; mayChange: boolean; onAsk: Ask }): ReactElement {
  const { name, addedAt, lastUsedAt } = passkey;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <KeyRound aria-hidden className="size-5 shrink-0 text-brand-ink" />
      <p className="min-w-0 grow">
        <span className="block font-medium">{name}</span>
        <span className="block text-caption text-ink-soft">
          {t("security.passkeys.added", { when: dayTimeInSentence(addedAt) })}
        </span>
        {lastUsedAt !== null && (
          <span className="block text-caption text-ink-soft">
            {t("security.passkeys.used", { when: dayTimeInSentence(lastUsedAt) })}
          </span>
        )}
      </p>
      {mayChange && (
        <span className="flex gap-2">
          <Button
            size="sm"
            aria-label={t("security.passkeys.rename.of", { name })}
            onClick={() => onAsk({ kind: "rename", passkey })}
          >
            {t("security.passkeys.rename")}
          </Button>
          <Button
            size="sm"
            aria-label={t("security.passkeys.remove.of", { name })}
            onClick={() => onAsk({ kind: "remove", passkey })}
          >
            {t("security.passkeys.remove")}
          </Button>
        </span>
      )}
    </li>
  );
}

function Passkeys({ security, blocked, onAsk }: SectionProps): ReactElement {
  const { passkeys, mayChange } = security;
  const why = blocked ?? ("PublicKeyCredential" in window ? null : t("security.passkeys.unsupported"));
  return (
    <SectionCard title={t("security.passkeys.title")}>
      <p className="text-ink-soft">{t("security.passkeys.body")}</p>
      {passkeys.length > 0 && (
        <ul className="mt-2 divide-y">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} mayChange={mayChange} onAsk={onAsk} />
          ))}
        </ul>
      )}
      {why === null ? (
        <Button variant="brand" wide className="mt-4" onClick={() => onAsk({ kind: "add" })}>
          {t("security.passkeys.add")}
        </Button>
      ) : (
        <Blocked why={why} />
      )}
    </SectionCard>
  );
}

function AuthenticatorApp({ security, blocked, onAsk }: SectionProps): ReactElement {
  const { authenticatorApp: app, recoveryCodesLeft, mayChange } = security;
  if (app === null) {
    return (
      <SectionCard title={t("security.app.title")}>
        <p className="text-ink-soft">{t("security.app.off")}</p>
        {blocked === null ? (
          <Button wide className="mt-4" onClick={() => onAsk({ kind: "app" })}>
            {t("security.app.setUp")}
          </Button>
        ) : (
          <Blocked why={blocked} />
        )}
      </SectionCard>
    );
  }
  return (
    <SectionCard title={t("security.app.title")}>
      <p>{t("security.app.on", { when: dayTimeInSentence(app.addedAt) })}</p>
      <p className="text-ink-soft">{t("security.codes.left", { count: recoveryCodesLeft })}</p>
      {mayChange ? (
        <div className="mt-4 flex flex-col gap-2">
          <Button wide onClick={() => onAsk({ kind: "codes" })}>
            {t("security.codes.new")}
          </Button>
          <Button variant="ghost" wide onClick={() => onAsk({ kind: "appOff" })}>
            {t("security.app.remove")}
          </Button>
        </div>
      ) : (
        <Blocked why={t("security.blocked.session")} />
      )}
    </SectionCard>
  );
}

/** Google and Apple: those that are set up here, and those that are connected. */
function Connections({ security, onAsk }: Omit<SectionProps, "blocked">): ReactElement | null {
  const { config } = useConfig();
  const { connections, mayChange } = security;
  const connected = (provider: SignInProvider): boolean => connections.some((one) => one.provider === provider);
  const shown = PROVIDERS.filter((name) => connected(name) || config?.socialSignIn[name] === true);
  if (shown.length === 0) return null;
  return (
    <SectionCard title={t("security.connections.title")} goesOnAtHeading>
      <p className="text-ink-soft">{t("security.connections.body")}</p>
      <ul className="mt-2 divide-y">
        {shown.map((provider) => {
          const kind = connected(provider) ? "disconnect" : "connect";
          return (
            <li key={provider} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span>
                <span className="block font-medium">{PROVIDER_NAMES[provider]}</span>
                <span className="block text-caption text-ink-soft">
                  {t(kind === "disconnect" ? "security.connections.on" : "security.connections.off")}
                </span>
              </span>
              {mayChange && (
                <Button
                  size="sm"
                  aria-label={t(`security.connections.${kind}.of`, { name: PROVIDER_NAMES[provider] })}
                  onClick={() => onAsk({ kind, provider })}
                >
                  {t(`security.connections.${kind}`)}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {!mayChange && <Blocked why={t("security.blocked.session")} />}
    </SectionCard>
  );
}

const FAILURES = ["cancelled", "failed", "not_begun", "connected_elsewhere", "not_configured"] as const;

/** Why a provider was not connected, as the way back from it names it. */
function ConnectionFailure(): ReactElement | null {
  const [error] = useAddressState("error");
  const provider = PROVIDERS.find((name) => error?.startsWith(`${name}_`) === true);
  const failure = FAILURES.find((name) => error === `${provider ?? ""}_${name}`);
  if (provider === undefined || failure === undefined) return null;
  const name = PROVIDER_NAMES[provider];
  return (
    <FailureNotice
      title={t("security.connections.notConnected", { name })}
      text={t(`security.connections.error.${failure}`, { name })}
    />
  );
}

function Known({ security, onAsk }: { security: Security; onAsk: Ask }): ReactElement {
  const { email, emailVerified } = useAccount();
  const blocked = !security.mayChange
    ? t("security.blocked.session")
    : emailVerified
      ? null
      : t("security.blocked.email");
  return (
    <>
      {!emailVerified && <UnconfirmedEmail email={email} />}
      {!security.mayChange && <Card>{t("security.notHere")}</Card>}
      <Passkeys security={security} blocked={blocked} onAsk={onAsk} />
      <AuthenticatorApp security={security} blocked={blocked} onAsk={onAsk} />
      <Connections security={security} onAsk={onAsk} />
      {security.signedInBy !== null && (
        <p className="text-caption text-ink-soft">{t(`security.here.${security.signedInBy}`)}</p>
      )}
    </>
  );
}

/** Passkeys, authenticator app and recovery codes. */
export function SecurityPage(): ReactElement {
  const acts = useSecurity();
  const { security, error, isBusy, retry } = acts;
  const [asked, setAsked] = useState<Asked | null>(null);
  const tryAgain = (): void => void retry();
  const shown =
    security !== undefined ? (
      <Known security={security} onAsk={setAsked} />
    ) : error !== undefined ? (
      <ErrorState body={errorText(error, t("security.notLoaded"))} busy={isBusy} onRetry={tryAgain} />
    ) : (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    );
  return (
    <Page title={t("security.title")} backTo="/profile/settings">
      <NeedsConnection says={t("security.offline")} onBack={tryAgain}>
        <div className="flex flex-col gap-4">
          <ConnectionFailure />
          {shown}
        </div>
      </NeedsConnection>
      <SecurityDialog
        asked={asked}
        acts={acts}
        hasPassword={security?.hasPassword ?? true}
        onClose={() => setAsked(null)}
      />
    </Page>
  );
}
