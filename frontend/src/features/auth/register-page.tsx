import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { t } from "@/i18n/i18n";
import { rich } from "@/i18n/rich";
import { LogoMark } from "@/ui/logo";
import { Page } from "@/ui/page";

import { RegistrationForm } from "./registration-form";
import { useWayBack } from "./use-way-back";

const LINK = "inline-flex min-h-touch items-center font-semibold text-brand-ink underline underline-offset-4";

export function RegisterPage(): ReactElement {
  const way = useWayBack();
  return (
    <Page
      title={t("auth.register.title")}
      lead={t("auth.register.lead")}
      action={<LogoMark className="size-11 shrink-0" />}
    >
      <RegistrationForm onSuccess={() => window.location.assign(way.path)} />
      <p className="mt-4 flex min-h-touch flex-wrap items-center justify-center gap-x-1 text-center text-ink-soft">
        {rich("auth.register.loginLink", {
          link: (inner) => (
            <Link to={way.loginLink} className={LINK}>
              {inner}
            </Link>
          ),
        })}
      </p>
    </Page>
  );
}
