import { TriangleAlert } from "lucide-react";
import { useEffect, useRef, type ReactElement, type ReactNode } from "react";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { focusHeading } from "@/ui/overlay/focus";
import { Page } from "@/ui/page";

import { stepLink, STEPS, type Step } from "./progress";

function Progress({ step }: { step: Step }): ReactElement {
  return (
    <div>
      <p>{t("apply.progress", { step })}</p>
      <div aria-hidden className="mt-2 grid grid-cols-4 gap-1.5">
        {STEPS.map((one) => (
          <span key={one} className={cx("h-1.5 rounded-full", one <= step ? "bg-brand" : "bg-line")} />
        ))}
      </div>
    </div>
  );
}

type AskedProps = {
  /** Empty: none. */ note: string;
  /** The note is why the last application was rejected. */ isRejected: boolean;
};

/** What the reviewers ask for, or why they rejected the last application. */
function Asked({ note, isRejected }: AskedProps): ReactElement {
  return (
    <Card className="mb-4 flex items-start gap-3 border-transparent bg-warn-soft text-warn">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <div className="min-w-0">
        <h2 className="font-semibold">{t(isRejected ? "apply.rejected.title" : "apply.changes.title")}</h2>
        <p className="whitespace-pre-line">{note}</p>
        <p className="mt-1 text-caption">{t("apply.changes.body")}</p>
      </div>
    </Card>
  );
}

/** A step's title, progress and review note. A change of step focuses the heading. */
export function StepFrame({
  step,
  children,
  ...asked
}: AskedProps & { step: Step; children: ReactNode }): ReactElement {
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) {
      window.scrollTo(0, 0);
      focusHeading();
    }
    shown.current = step;
  }, [step]);
  return (
    <Page
      title={t(`apply.step.${step}`)}
      lead={<Progress step={step} />}
      backTo="/profile"
      backLabel={t("apply.toProfile")}
    >
      {asked.note !== "" && <Asked {...asked} />}
      <div className="contents">{children}</div>
    </Page>
  );
}

/** The buttons at the end of a step: next, and back. */
export function StepEnd({ step, children }: { step: Step; children: ReactNode }): ReactElement {
  const before = STEPS.find((one) => one === step - 1);
  return (
    <div className="flex gap-3">
      {before !== undefined && <ButtonLink to={stepLink(before)}>{t("apply.back")}</ButtonLink>}
      <div className="contents">{children}</div>
    </div>
  );
}
