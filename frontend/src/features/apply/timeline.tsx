import { Check, Circle, CircleDot } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

import type { Phase } from "./review-days";

const PHASES = ["submit", "review", "approval"] as const satisfies readonly Phase[];
const MARK = "mt-0.5 size-5 shrink-0";

function Mark({ state }: { state: "done" | "now" | "later" }): ReactElement {
  if (state === "later") return <Circle aria-hidden className={cx(MARK, "text-line-strong")} />;
  return state === "done" ? (
    <Check role="img" aria-label={t("apply.timeline.done")} className={cx(MARK, "text-good")} />
  ) : (
    <CircleDot role="img" aria-label={t("apply.timeline.now")} className={cx(MARK, "text-brand-ink")} />
  );
}

/** The seven business days from submission to the first booking; `at` is the current phase. */
export function Timeline({ at }: { at?: Phase }): ReactElement {
  const current = at === undefined ? null : PHASES.indexOf(at);
  return (
    <ol className="divide-y">
      {PHASES.map((name, index) => (
        <li key={name} aria-current={index === current ? "step" : undefined} className="flex gap-3 py-2.5">
          {current !== null && <Mark state={index === current ? "now" : index < current ? "done" : "later"} />}
          <span className="w-20 shrink-0 font-semibold tabular-nums">{t(`apply.timeline.${name}.day`)}</span>
          <span className={index === current ? "font-semibold" : "text-ink-soft"}>
            {t(`apply.timeline.${name}.body`)}
          </span>
        </li>
      ))}
    </ol>
  );
}
