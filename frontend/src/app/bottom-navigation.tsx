import { ClockFading, House, MapPinned, UserRound, type LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import { Link, useLocation } from "react-router-dom";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

type Item = { to: string; label: string; Icon: LucideIcon; isCurrent: (path: string) => boolean };

function items(): Item[] {
  const exactly = (path: string) => (current: string) => current === path;
  return [
    { to: "/", label: t("common.nav.home"), Icon: House, isCurrent: exactly("/") },
    { to: "/tracking", label: t("common.nav.track"), Icon: MapPinned, isCurrent: (path) => path.startsWith("/tracking") },
    { to: "/history", label: t("common.nav.history"), Icon: ClockFading, isCurrent: exactly("/history") },
    { to: "/profile", label: t("common.nav.profile"), Icon: UserRound, isCurrent: exactly("/profile") },
  ];
}

/** The four places of the app: a bar in thumb reach on a phone, a floating dock on a desk. */
export function BottomNavigation(): ReactElement {
  const { pathname } = useLocation();
  return (
    <nav
      aria-label={t("common.nav.label")}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t bg-surface pb-[env(safe-area-inset-bottom)] md:inset-x-auto md:bottom-4 md:left-1/2 md:-translate-x-1/2 md:rounded-full md:border md:p-1.5 md:shadow-high"
    >
      <ul className="mx-auto flex h-18 max-w-task md:h-auto md:gap-1">
        {items().map(({ to, label, Icon, isCurrent }) => {
          const current = isCurrent(pathname);
          return (
            <li key={to} className="flex grow basis-0">
              <Link
                to={to}
                aria-current={current ? "page" : undefined}
                className={cx(
                  "flex grow flex-col items-center justify-center gap-0.5 text-caption font-medium transition-colors md:min-h-12 md:flex-row md:gap-2 md:rounded-full md:px-5 md:hover:bg-sunken",
                  current ? "text-brand-ink md:bg-brand-soft" : "text-ink-soft hover:text-ink",
                )}
              >
                <span className={cx("rounded-full px-4 py-1 transition-colors md:p-0", current && "bg-brand-soft md:bg-transparent")}>
                  <Icon aria-hidden className="size-6 md:size-5" />
                </span>
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
