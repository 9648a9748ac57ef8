import { useState, type ReactElement } from "react";

import { errorText } from "@/api/http/error-text";
import type { PrivacyPreferences } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { usePrivacyPreferences, type PrivacyChanges } from "@/api/privacy/use-privacy";
import { t } from "@/i18n/i18n";
import { useOnline } from "@/lib/use-online";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { Switch } from "@/ui/switch";

import { TOPICS } from "./topics";

type SwitchesProps = { preferences: PrivacyPreferences; change: (changes: PrivacyChanges) => Promise<unknown> };

function Switches({ preferences, change }: SwitchesProps): ReactElement {
  const { isBusy, failure, act } = useAct();
  const isOnline = useOnline();
  // Optimistic; reverted if saving fails.
  const [pending, setPending] = useState<PrivacyChanges>({});
  const turn = async (changes: PrivacyChanges): Promise<void> => {
    setPending(changes);
    const save = async (): Promise<void> => {
      await change(changes);
      showToast({ title: t("privacy.updated.title"), description: t("privacy.updated.body") });
    };
    await act(save, { title: t("privacy.notSaved") });
    setPending({});
  };
  return (
    <section className="card mb-4 divide-y">
      {TOPICS.map(({ name, Icon }) => (
        <div key={name} className="flex gap-3 p-4">
          <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
          <div className="grow">
            <Switch
              label={t(`privacy.${name}.title`)}
              description={t(`privacy.${name}.body`)}
              checked={pending[name] ?? preferences[name]}
              disabled={isBusy || !isOnline}
              onCheckedChange={(next) => void turn({ [name]: next })}
            />
          </div>
        </div>
      ))}
      {failure !== null && (
        <div className="p-4">
          <FailureNotice {...failure} />
        </div>
      )}
      {!isOnline && (
        <div className="p-4">
          <NeedsConnection says={t("privacy.offline")}>{null}</NeedsConnection>
        </div>
      )}
    </section>
  );
}

/** The five switches of the account. */
export function PreferenceSwitches(): ReactElement {
  const { preferences, error, isBusy, retry, change } = usePrivacyPreferences();
  if (preferences !== undefined) return <Switches preferences={preferences} change={change} />;
  if (error !== undefined) {
    return (
      <div className="mb-4">
        <ErrorState body={errorText(error, t("privacy.notLoaded"))} busy={isBusy} onRetry={() => void retry()} />
      </div>
    );
  }
  return (
    <Loading className="mb-4">
      <Skeleton className="h-128 rounded-card" />
    </Loading>
  );
}
