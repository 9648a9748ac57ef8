import type { ReactElement } from "react";

import { PausedNotice } from "./pause-card";
import { useHeadingAfterPause, useWeek } from "./use-week";

/** Above the jobs while paused; nothing while loading. */
export function PausedBanner(): ReactElement | null {
  const state = useWeek();
  useHeadingAfterPause(state.week?.isPaused);
  if (state.week?.isPaused !== true) return null;
  return (
    <div className="mb-4">
      <PausedNotice state={state} week={state.week} isBeside />
    </div>
  );
}
