import { MessageCircle, Phone } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { providerLink } from "@/api/orders/booking-link";
import { providerName } from "@/api/providers/provider-name";
import type { Order } from "@/api/types";
import { t } from "@/i18n/i18n";
import { phoneAddress } from "@/lib/phone";
import { Avatar } from "@/ui/avatar";
import { buttonStyle } from "@/ui/button-style";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { ProviderRating } from "@/ui/provider-rating";

/** The order's provider and how to contact them. Without `onMessage` there is no conversation. */
export function OrderProviderCard({ order, onMessage }: { order: Order; onMessage?: () => void }): ReactElement {
  const { provider } = order;
  const { firstName, lastName, profileImageUrl } = provider.user;
  return (
    <SectionCard title={t("tracking.provider.title")}>
      <div className="flex items-center gap-3">
        <Avatar id={provider.id} firstName={firstName} lastName={lastName} imageUrl={profileImageUrl} size="lg" />
        <div className="min-w-0">
          <p className="font-semibold">
            {onMessage === undefined ? (
              providerName(provider)
            ) : (
              <Link
                to={providerLink(provider.id)}
                className="inline-flex min-h-touch items-center underline-offset-4 hover:underline"
              >
                {providerName(provider)}
              </Link>
            )}
          </p>
          <p className="flex items-center gap-2 text-ink-soft">
            <ProviderRating provider={provider} />
            {t("common.reviews", { count: provider.reviewCount })}
          </p>
          <p className="truncate text-caption text-ink-soft">{provider.businessName}</p>
        </div>
      </div>
      {onMessage !== undefined && (
        <div className="mt-4 grid grid-flow-col auto-cols-fr gap-2">
          {provider.phone !== null && provider.phone !== "" && (
            <a href={phoneAddress(provider.phone)} className={buttonStyle("secondary", "md", false)}>
              <Phone aria-hidden className="size-5" />
              {t("tracking.provider.call")}
            </a>
          )}
          <Button onClick={onMessage}>
            <MessageCircle aria-hidden className="size-5" />
            {t("tracking.provider.message")}
          </Button>
        </div>
      )}
    </SectionCard>
  );
}
