import { KeyRound } from "lucide-react";
import { useEffect, type ReactElement } from "react";

import { signInByPasskey } from "@/api/security/passkeys";
import { useAct } from "@/api/http/use-act";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";

type PasskeyButtonProps = { disabled?: boolean; onBusyChange?: (busy: boolean) => void; onSuccess: () => void };

/** Signs in with a passkey: without address and second factor. */
export function PasskeyButton({ disabled = false, onBusyChange, onSuccess }: PasskeyButtonProps): ReactElement {
  const { isBusy, failure, act } = useAct();
  useEffect(() => onBusyChange?.(isBusy), [isBusy, onBusyChange]);
  const press = async (): Promise<void> => {
    await signInByPasskey();
    onSuccess();
  };
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Button
        wide
        busy={isBusy}
        disabled={disabled}
        icon={<KeyRound aria-hidden className="size-5" />}
        onClick={() => void act(press, { fallback: t("auth.passkey.failed") })}
      >
        {t("auth.passkey.signIn")}
      </Button>
      {failure !== null && <FailureNotice {...failure} />}
    </div>
  );
}
