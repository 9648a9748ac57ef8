import type { ReactElement } from "react";

import { useAct } from "@/api/http/use-act";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";

/** Adds earlier jobs to the list. */
export function OlderJobs({ load }: { load: () => Promise<void> }): ReactElement {
  const { isBusy, failure, act } = useAct();
  return (
    <div className="mt-3 flex flex-col gap-2">
      {failure !== null && <FailureNotice {...failure} />}
      <Button
        variant="ghost"
        wide
        busy={isBusy}
        onClick={() => void act(load, { fallback: t("provider.history.error") })}
      >
        {t("provider.history.more")}
      </Button>
    </div>
  );
}
