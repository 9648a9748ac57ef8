import { Bell, MapPin, UserRound } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { useNotifications } from "@/resources/use-notifications";
import { useSession } from "@/resources/session";
import { plural, productName, t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { Avatar } from "@/ui/avatar";
import { LogoMark } from "@/ui/logo";

const ROUND = "relative inline-flex size-touch items-center justify-center rounded-full transition-colors hover:bg-sunken";

function UnreadBell({ unread }: { unread: number }): ReactElement {
  return (
    <Link to="/notifications" className={ROUND}>
      <span className="sr-only">{unread === 0 ? t("common.bell.none") : plural("common.bell", unread)}</span>
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

/** Logo, place, notifications and account. On a phone it belongs to home; on a desk it tops every page. */
export function SiteHeader({ onPhone }: { onPhone: boolean }): ReactElement {
  const { user, isLoading } = useSession();
  const { unread } = useNotifications();
  return (
    <header className={cx("sticky top-0 z-20 border-b bg-page/95 backdrop-blur-sm", !onPhone && "hidden md:block")}>
      <div className="mx-auto flex h-16 w-full max-w-page items-center gap-2 px-4">
        <Link to="/" className="flex min-h-touch items-center gap-2.5 rounded-md pr-2">
          <LogoMark className="size-9" />
          <span className="flex flex-col">
            <span className="text-lead leading-5 font-bold tracking-tight">{productName()}</span>
            <span className="sr-only">{t("common.header.home")}</span>
            <span className="flex items-center gap-1 text-caption leading-4 text-ink-soft">
              <MapPin aria-hidden className="size-3.5" />
              {t("common.header.location")}
            </span>
          </span>
        </Link>
        <div className="ml-auto flex items-center gap-1">
          <UnreadBell unread={unread} />
          <Link to="/profile" className={ROUND}>
            <span className="sr-only">{t("common.header.account")}</span>
            {user === null ? (
              <span className="inline-flex size-9 items-center justify-center rounded-full bg-brand-soft text-brand-ink">
                {/* Until it is known who looks, nobody is shown as a visitor. */}
                {!isLoading && <UserRound aria-hidden className="size-5" />}
              </span>
            ) : (
              <Avatar id={user.id} firstName={user.firstName} lastName={user.lastName} size="sm" />
            )}
          </Link>
        </div>
      </div>
    </header>
  );
}
