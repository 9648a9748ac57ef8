import { ClockFading, House, MapPinned, UserRound, type LucideIcon } from "lucide-react";
import type { ReactElement } from "react";
import { Link, useLocation } from "react-router-dom";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

type Place = { to: string; label: string; Icon: LucideIcon; isCurrent: (path: string) => boolean };

function places(): Place[] {
  const exactly = (path: string) => (current: string) => current === path;
  return [
    { to: "/", label: t("common.nav.home"), Icon: House, isCurrent: exactly("/") },
    { to: "/tracking", label: t("common.nav.track"), Icon: MapPinned, isCurrent: (path) => path.startsWith("/tracking") },
    { to: "/history", label: t("common.nav.history"), Icon: ClockFading, isCurrent: exactly("/history") },
    { to: "/profile", label: t("common.nav.profile"), Icon: UserRound, isCurrent: exactly("/profile") },
  ];
}

/** The four places of the app on a phone: a bar in thumb reach. A desk has them in the header. */
export function BottomNavigation(): ReactElement {
  const { pathname } = useLocation();
  return (
    <nav
      aria-label={t("common.nav.label")}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="mx-auto flex h-18 max-w-task">
        {places().map(({ to, label, Icon, isCurrent }) => {
          const current = isCurrent(pathname);
          return (
            <li key={to} className="flex min-w-0 grow basis-0">
              <Link
                to={to}
                aria-current={current ? "page" : undefined}
                className={cx(
                  "flex min-w-0 grow flex-col items-center justify-center gap-0.5 text-caption font-medium transition-colors",
                  current ? "text-brand-ink" : "text-ink-soft hover:text-ink",
                )}
              >
                <span className={cx("rounded-full px-4 py-1 transition-colors", current && "bg-brand-soft")}>
                  <Icon aria-hidden className="size-6" />
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

/** The same four places on a desk, in the line of the header: nothing floats there. */
export function HeaderNavigation(): ReactElement {
  const { pathname } = useLocation();
  return (
    <nav aria-label={t("common.nav.label")} className="hidden md:block">
      <ul className="flex">
        {places().map(({ to, label, isCurrent }) => {
          const current = isCurrent(pathname);
          return (
            <li key={to}>
              <Link
                to={to}
                aria-current={current ? "page" : undefined}
                className={cx(
                  "flex min-h-touch items-center rounded-full px-4 font-medium transition-colors",
                  current ? "bg-brand-soft text-brand-ink" : "text-ink-soft hover:bg-sunken hover:text-ink",
                )}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
