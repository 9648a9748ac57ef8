import { useEffect, type ReactElement } from "react";
import { useNavigate } from "react-router-dom";

import type { Application } from "@/api/types";
import { t } from "@/i18n/i18n";
import { showToast } from "@/ui/overlay/toast";
import { useAddressState } from "@/ui/use-address-state";

import { BusinessStep } from "./business-step";
import { DocumentsStep } from "./documents-step";
import { PersonalStep } from "./personal-step";
import { stepLink, stepToShow, type Step } from "./progress";
import { ReviewStep } from "./review-step";
import { StepFrame } from "./step-frame";

/** The four steps, one at a time. `asked` is the step that the address names. */
export function Wizard({ application, asked }: { application: Application; asked: string | null }): ReactElement {
  const navigate = useNavigate();
  const step = stepToShow(application, asked);
  const goTo = (next: Step) => () => navigate(stepLink(next));
  const submitted = async (): Promise<void> => {
    showToast({ title: t("apply.submitted.toast"), description: t("apply.submitted.toast.body") });
    await navigate("/profile");
  };
  // The address names what is shown, so that Back from the next step leads here.
  const [, name] = useAddressState("step");
  useEffect(() => {
    if (asked !== String(step)) name(String(step));
  }, [asked, step, name]);
  return (
    <StepFrame step={step} isRejected={application.status === "draft"} note={application.note}>
      {step === 1 && <PersonalStep application={application} onDone={goTo(2)} />}
      {step === 2 && <BusinessStep application={application} onDone={goTo(3)} />}
      {step === 3 && <DocumentsStep application={application} onDone={goTo(4)} />}
      {step === 4 && <ReviewStep application={application} onSubmitted={submitted} />}
    </StepFrame>
  );
}
