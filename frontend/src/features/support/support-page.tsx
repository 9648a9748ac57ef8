import { Mail, MessageCircle, Phone } from "lucide-react";
import { useEffect, useRef, type ReactElement, type ReactNode } from "react";
import { Link, useLocation } from "react-router-dom";

import { useSession } from "@/api/session/session";
import { useConfig } from "@/api/site/use-config";
import type { Config } from "@/api/types";
import { t } from "@/i18n/i18n";
import { phoneAddress } from "@/lib/phone";
import { signInLink } from "@/lib/return-path";
import { ButtonLink } from "@/ui/button";
import { buttonStyle } from "@/ui/button-style";
import { Card } from "@/ui/card";
import { lazyPart } from "@/ui/lazy-part";
import { Page } from "@/ui/page";
import { Skeleton } from "@/ui/skeleton";
import { useAddressState } from "@/ui/use-address-state";

import { ChatAction } from "./chat-action";
import { ContactForm } from "./contact-form";
import { Faq } from "./faq";
import { WRITE_TO_US } from "./write-to-us";

const YourRequests = lazyPart(async () => (await import("./your-requests")).YourRequests);

/** The account's requests, loaded for accounts only; visitors who follow an email must sign in. */
function LazyRequests(): ReactElement | null {
  const { user, isLoading } = useSession();
  const [opened] = useAddressState("request");
  if (user !== null) return <YourRequests />;
  if (isLoading || opened === null) return null;
  return (
    <Card className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <p>{t("contact.yours.signIn")}</p>
      <ButtonLink to={signInLink(`/support?request=${encodeURIComponent(opened)}`)}>
        {t("contact.yours.signIn.action")}
      </ButtonLink>
    </Card>
  );
}

function Channel(props: { name: "chat" | "phone" | "email"; icon: ReactNode; action: ReactNode }): ReactElement {
  return (
    <Card className="flex flex-col gap-2">
      <div className="flex items-center gap-3">
        <span className="inline-flex size-10 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
          {props.icon}
        </span>
        <div>
          <h2 className="font-semibold">{t(`support.${props.name}.title`)}</h2>
          <p className="text-caption text-ink-soft">{t(`support.${props.name}.hours`)}</p>
        </div>
      </div>
      <p className="grow text-ink-soft">{t(`support.${props.name}.body`)}</p>
      {props.action}
    </Card>
  );
}

/** Who answers here; the legal pages say more. */
function Owner({ siteOwner, demo }: Pick<Config, "siteOwner" | "demo">): ReactElement | null {
  if (demo !== null) return <p className="mt-2 text-caption text-ink-soft">{t("support.owner.demo")}</p>;
  // Stored answers of older versions lack it.
  const name = siteOwner?.name;
  if (name === undefined) return null;
  const address = siteOwner?.address.join(", ") ?? "";
  return <p className="mt-2 text-caption text-ink-soft">{t("support.owner", { name, address })}</p>;
}

/** Contact, FAQ, and the account's support requests. */
export function SupportPage(): ReactElement {
  const { config } = useConfig();
  const isAskedFor = useLocation().hash === `#${WRITE_TO_US}`;
  const form = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAskedFor) form.current?.scrollIntoView({ block: "start" });
  }, [isAskedFor]);
  return (
    <Page title={t("support.support.title")} lead={t("support.support.lead")} backTo="/profile" width="page">
      <div className="grid gap-4 md:grid-cols-3">
        <Channel name="chat" icon={<MessageCircle aria-hidden className="size-5" />} action={<ChatAction />} />
        <Channel
          name="phone"
          icon={<Phone aria-hidden className="size-5" />}
          action={
            config === undefined ? (
              <Skeleton className="h-12 rounded-md" />
            ) : (
              <a href={phoneAddress(config.supportPhone)} className={buttonStyle("secondary", "md", false)}>
                {config.supportPhone}
              </a>
            )
          }
        />
        <Channel
          name="email"
          icon={<Mail aria-hidden className="size-5" />}
          action={
            config === undefined ? (
              <Skeleton className="h-12 rounded-md" />
            ) : (
              <a href={`mailto:${config.supportEmail}`} className={buttonStyle("secondary", "md", false)}>
                {config.supportEmail}
              </a>
            )
          }
        />
      </div>
      <Faq />
      <div ref={form} id={WRITE_TO_US} className="scroll-mt-20">
        <ContactForm />
      </div>
      <LazyRequests />
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-1">
        {(
          [
            ["/services", "services"],
            ["/help", "help"],
          ] as const
        ).map(([to, name]) => (
          <Link
            key={to}
            to={to}
            className="inline-flex min-h-touch items-center font-medium text-brand-ink underline underline-offset-4"
          >
            {t(`support.links.${name}`)}
          </Link>
        ))}
      </p>
      {config !== undefined && <Owner {...config} />}
    </Page>
  );
}
