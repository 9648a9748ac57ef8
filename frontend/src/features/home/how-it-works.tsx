import { ShieldCheck, MapPinned, Star, Zap, type LucideIcon } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { ButtonLink } from "@/ui/button";
import { lazyPart } from "@/ui/lazy-part";

// Below the fold: laid out when near, with its usual height until then (phone, desktop).
const STEPS_WHEN_NEAR =
  "[content-visibility:auto] [contain-intrinsic-block-size:auto_30.75rem] lg:[contain-intrinsic-block-size:auto_18.5rem]";
const TILES_WHEN_NEAR =
  "[content-visibility:auto] [contain-intrinsic-block-size:auto_16.5rem] lg:[contain-intrinsic-block-size:auto_6.75rem]";

const STEPS = ["book", "pickup", "clean", "deliver"] as const;

/** The room of a picture. */
const Space = (): ReactElement => <div className="size-16 shrink-0" />;
const StepArt = lazyPart(async () => (await import("@/ui/illustrations/steps")).StepArt, {
  Waiting: Space,
  Failed: Space,
});

/** The four steps of a booking, with a link to start. */
export function HowItWorks(): ReactElement {
  return (
    <section aria-labelledby="steps-title" className={cx("card p-5 md:p-8", STEPS_WHEN_NEAR)}>
      <h2 id="steps-title" className="mb-5 text-title font-bold">
        {t("home.steps.title")}
      </h2>
      <ol className="grid gap-5 md:grid-cols-2 lg:grid-cols-4 lg:gap-6">
        {STEPS.map((step, index) => (
          <li key={step} className="flex items-center gap-4 lg:flex-col lg:items-start">
            <StepArt step={step} />
            <div>
              <h3 className="font-semibold">
                <span className="mr-1.5 text-brand-ink tabular-nums">{index + 1}</span>
                {t(`home.steps.${step}.title`)}
              </h3>
              <p className="text-ink-soft">{t(`home.steps.${step}.body`)}</p>
            </div>
          </li>
        ))}
      </ol>
      <ButtonLink to="/booking" variant="secondary" wide className="mt-6 md:w-auto">
        {t("home.steps.start")}
      </ButtonLink>
    </section>
  );
}

/** Four promises. */
export function TrustTiles(): ReactElement {
  const tiles: { Icon: LucideIcon; title: string; body: string }[] = [
    { Icon: Zap, title: t("home.trust.fast.title"), body: t("home.trust.fast.body") },
    { Icon: ShieldCheck, title: t("home.trust.quality.title"), body: t("home.trust.quality.body") },
    { Icon: MapPinned, title: t("home.trust.tracking.title"), body: t("home.trust.tracking.body") },
    { Icon: Star, title: t("home.trust.satisfaction.title"), body: t("home.trust.satisfaction.body") },
  ];
  return (
    <section aria-labelledby="trust-title" className={TILES_WHEN_NEAR}>
      <h2 id="trust-title" className="sr-only">
        {t("home.trust.title")}
      </h2>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {tiles.map(({ Icon, title, body }) => (
          <li key={title} className="card flex flex-col gap-2 p-4">
            <Icon aria-hidden className="size-6 text-brand-ink" />
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-caption text-ink-soft">{body}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
