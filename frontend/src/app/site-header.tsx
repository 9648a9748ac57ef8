import { Bell, UserRound } from "lucide-react";
import { useState, type ReactElement } from "react";
import { Link } from "react-router-dom";

import { useNotifications } from "@/api/notifications/use-notifications";
import { useSession } from "@/api/session/session";
import { useShownLocality } from "@/api/localities/use-locality";
import { productName, t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { reloadOnRetry } from "@/lib/reload";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { LogoMark } from "@/ui/logo";

import { LocationButton } from "./location-button";
import { Navigation, type OtherNavigation } from "./navigation";

const ROUND =
  "relative inline-flex size-touch items-center justify-center rounded-full transition-colors hover:bg-sunken";

function UnreadBell({ unread }: { unread: number }): ReactElement {
  return (
    <Link to="/notifications" className={ROUND}>
      <span className="sr-only">
        {unread > 0 ? `${t("common.bell")}, ${t("common.unread", { count: unread })}` : t("common.bell")}
      </span>
      <Bell aria-hidden className="size-6" />
      {unread > 0 && (
        <span
          aria-hidden
          className="absolute top-0.5 right-0.5 flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1 text-caption leading-none font-semibold text-on-accent tabular-nums"
        >
          {unread >= 99 ? "99+" : unread}
        </span>
      )}
    </Link>
  );
}

/**
 * Logo, locality, notifications and account. On phones only on home; on desktops on every page, with the navigation.
 */
export function SiteHeader({ onPhone, Other = null }: { onPhone: boolean; Other?: OtherNavigation }): ReactElement {
  const { user, isLoading } = useSession();
  const { unread } = useNotifications();
  const { city } = useShownLocality();
  const [lacksSheet, setLacksSheet] = useState(false);
  return (
    <header className={cx("sticky top-0 z-20 border-b bg-page/95 backdrop-blur-sm", !onPhone && "hidden md:block")}>
      <div className="mx-auto flex h-16 w-full max-w-page items-center gap-2 px-4 max-[14rem]:px-2">
        <Link to="/" className="flex min-h-touch min-w-0 items-center gap-2.5 rounded-md">
          <LogoMark className="size-9 shrink-0" />
          <span className="flex min-w-0 flex-col max-[22rem]:sr-only">
            <span className="text-lead leading-5 font-bold tracking-tight">{productName()}</span>
            <span className="sr-only">{t("common.header.home")}</span>
            {city !== "" && (
              <span className="truncate text-caption leading-4 text-ink-soft">
                {t("common.header.location", { city })}
              </span>
            )}
          </span>
        </Link>
        <LocationButton onFailure={() => setLacksSheet(true)} />
        <div className="ml-auto flex shrink-0 items-center gap-1">
          <Navigation look="line" Other={Other} />
          <UnreadBell unread={unread} />
          <Link to="/profile" className={ROUND}>
            <span className="sr-only">{t("common.header.account")}</span>
            {user === null ? (
              <span className="inline-flex size-9 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
                {/* No icon while the session is loading. */}
                {!isLoading && <UserRound aria-hidden className="size-5" />}
              </span>
            ) : (
              <Avatar
                id={user.id}
                firstName={user.firstName}
                lastName={user.lastName}
                imageUrl={user.photoUrl}
                size="sm"
              />
            )}
          </Link>
        </div>
      </div>
      {lacksSheet && (
        <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-2 px-4 pb-3">
          <FailureNotice title={t("common.header.place.notOpened")} text={t("common.error.network")} />
          {/* As in the error boundary: a failed import stays failed until a reload. */}
          <Button size="sm" onClick={reloadOnRetry}>
            {t("common.tryAgain")}
          </Button>
        </div>
      )}
    </header>
  );
}
