import { useEffect, useRef, useState, type ReactElement, type ReactNode } from "react";
import { Link } from "react-router-dom";
import { CircleAlert } from "lucide-react";

import { fieldErrors } from "@/api/http/error-text";
import type { Application } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useApplication } from "@/api/application/use-application";
import { t } from "@/i18n/i18n";
import { shownPhone } from "@/lib/phone";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { NeedsConnection } from "@/ui/needs-connection";
import { StickyAction } from "@/ui/page";

import { documentAddress } from "@/api/application/use-application";
import { isRegistered, KINDS, stepLink, type Step } from "./progress";
import { StepEnd } from "./step-frame";

function Fact({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div className="grid gap-x-4 py-2 md:grid-cols-[11rem_1fr]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line">{children}</dd>
    </div>
  );
}

const given = (text: string): ReactNode =>
  text === "" ? <span className="text-ink-soft">{t("apply.review.missing")}</span> : text;

type SectionProps = {
  step: Exclude<Step, 4>;
  /** The server's validation messages. */ wrong: readonly string[];
  children: ReactNode;
};

function Section({ step, wrong, children }: SectionProps): ReactElement {
  const section = t(`apply.step.${step}`);
  return (
    <SectionCard
      title={section}
      action={
        <Link
          to={stepLink(step)}
          aria-label={t("apply.review.change.section", { section })}
          className="inline-flex min-h-touch items-center font-semibold text-brand-ink underline underline-offset-4"
        >
          {t("apply.review.change")}
        </Link>
      }
    >
      {wrong.map((sentence) => (
        <p key={sentence} className="mb-1 flex items-start gap-1.5 text-caption font-medium text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {sentence}
        </p>
      ))}
      <dl className="divide-y">{children}</dl>
    </SectionCard>
  );
}

function Personal({ application: { personalInfo: is } }: { application: Application }): ReactElement {
  return (
    <>
      <Fact name={t("apply.review.name")}>{`${is.firstName} ${is.lastName}`}</Fact>
      <Fact name={t("apply.email")}>{is.email}</Fact>
      <Fact name={t("apply.phone")}>{shownPhone(is.phone)}</Fact>
      <Fact name={t("apply.address")}>{`${is.address}, ${is.postalCode} ${is.city}`}</Fact>
    </>
  );
}

function Business({ application: { businessInfo: is, areas } }: { application: Application }): ReactElement {
  return (
    <>
      <Fact name={t("apply.review.businessType")}>{t(`apply.businessType.${is.businessType}`)}</Fact>
      <Fact name={t("apply.businessName")}>{given(is.businessName)}</Fact>
      {isRegistered(is.businessType) && (
        <>
          <Fact name={t("apply.registrationNumber")}>{given(is.registrationNumber)}</Fact>
          <Fact name={t("apply.review.vatNumber")}>{given(is.vatNumber)}</Fact>
        </>
      )}
      <Fact name={t("apply.serviceAreas")}>
        {areas.map(({ postalCode, city }) => `${postalCode} ${city}`).join(", ")}
      </Fact>
      <Fact name={t("apply.review.experience")}>{given(is.experience)}</Fact>
    </>
  );
}

function Documents({ application: { documents } }: { application: Application }): ReactElement {
  return (
    <>
      {KINDS.map((kind) => {
        const document = documents[kind];
        return (
          <Fact key={kind} name={t(`apply.documents.${kind}`)}>
            {document === null ? (
              <span className="text-ink-soft">{t("apply.review.noFile")}</span>
            ) : (
              <a
                href={documentAddress(document)}
                aria-label={t("apply.documents.open", { name: document.name })}
                className="text-brand-ink underline underline-offset-4"
              >
                {document.name}
              </a>
            )}
          </Fact>
        );
      })}
    </>
  );
}

const PERSONAL = ["firstName", "lastName", "email", "phone", "address", "postalCode", "city"];

function stepOf(field: string): Exclude<Step, 4> {
  if (PERSONAL.includes(field)) return 1;
  return (KINDS as readonly string[]).includes(field) ? 3 : 2;
}

/** Step 4: summary, and submitting. */
export function ReviewStep({
  application,
  onSubmitted,
}: {
  application: Application;
  onSubmitted: () => unknown;
}): ReactElement {
  const { submit } = useApplication();
  const { isBusy, failure, act } = useAct();
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const sections = useRef<HTMLDivElement>(null);
  const wrongIn = (step: Step): string[] =>
    Object.entries(wrong).flatMap(([field, sentence]) => (stepOf(field) === step ? [sentence] : []));
  useEffect(() => {
    // The link leads to the first section with an error.
    const first = Object.keys(wrong).map(stepOf).sort()[0];
    if (first !== undefined)
      sections.current?.querySelectorAll<HTMLElement>("section a[aria-label]")[first - 1]?.focus();
  }, [wrong]);

  const submitNow = async (): Promise<void> => {
    setWrong({});
    try {
      await submit();
    } catch (error) {
      setWrong(fieldErrors(error));
      throw error;
    }
    await onSubmitted();
  };
  return (
    <>
      <p className="mb-4 text-ink-soft">{t("apply.review.lead")}</p>
      <div ref={sections} className="flex flex-col gap-4">
        <Section step={1} wrong={wrongIn(1)}>
          <Personal application={application} />
        </Section>
        <Section step={2} wrong={wrongIn(2)}>
          <Business application={application} />
        </Section>
        <Section step={3} wrong={wrongIn(3)}>
          <Documents application={application} />
        </Section>
        {failure !== null && <FailureNotice {...failure} />}
      </div>
      <StickyAction>
        <StepEnd step={4}>
          <NeedsConnection says={t("apply.submit.offline")} busy={isBusy}>
            <Button
              variant="primary"
              className="grow"
              busy={isBusy}
              onClick={() => void act(submitNow, { title: t("apply.submit.failed") })}
            >
              {t(isBusy ? "apply.submit.busy" : "apply.submit")}
            </Button>
          </NeedsConnection>
        </StepEnd>
      </StickyAction>
    </>
  );
}
