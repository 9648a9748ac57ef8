import { ClockFading, House, MapPinned, UserRound, type LucideIcon } from "lucide-react";
import type { ComponentType, ReactElement } from "react";
import { Link, useLocation } from "react-router-dom";

import { useNotifications } from "@/api/notifications/use-notifications";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

type NavigationItem = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Also current on pages below it. */ isWide?: true;
  /** A badge with the unread count. */ unread?: ReactElement;
};

/** A bottom bar on phones; on desktops the same links in the header. */
const LOOKS = {
  bar: {
    nav: "fixed inset-x-0 bottom-0 z-30 border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden",
    list: "mx-auto flex h-18 max-w-task",
    item: "flex min-w-0 grow basis-0",
    link: "relative flex min-w-0 grow flex-col items-center justify-center gap-0.5 text-caption font-medium transition-colors",
    current: "text-brand-ink",
    other: "text-ink-soft hover:text-ink",
  },
  line: {
    nav: "hidden md:block",
    list: "flex",
    item: "",
    link: "relative flex min-h-touch items-center rounded-full px-4 font-medium transition-colors",
    current: "bg-brand-soft text-brand-ink",
    other: "text-ink-soft hover:bg-sunken hover:text-ink",
  },
};

export type Look = keyof typeof LOOKS;

/** Number of unread messages: on the icon, or beside the word without taking room. */
export function UnreadCount({ look, count }: { look: Look; count: number }): ReactElement | null {
  if (count === 0) return null;
  return (
    <span
      className={cx(
        "absolute flex h-5 min-w-5 items-center justify-center rounded-full bg-accent px-1 text-caption leading-none font-semibold text-on-accent tabular-nums",
        look === "bar" ? "top-1.5 left-1/2 ml-2" : "top-0 right-0",
      )}
    >
      <span aria-hidden>{count >= 99 ? "99+" : count}</span>
      <span className="sr-only"> {t("common.nav.unread", { count })}</span>
    </span>
  );
}

/** How many messages about own orders are unread. */
function UnreadMessages({ look }: { look: Look }): ReactElement {
  const { list } = useNotifications();
  const unread = list?.results.filter(
    ({ kind, link, readAt }) => kind === "message" && readAt === null && link?.startsWith("/tracking/") === true,
  );
  return <UnreadCount look={look} count={unread?.length ?? 0} />;
}

type NavigationLinksProps = { look: Look; label: string; items: readonly NavigationItem[] };

/** A list of links, the current one marked. */
export function NavigationLinks({ look, label, items }: NavigationLinksProps): ReactElement {
  const { pathname } = useLocation();
  const isBar = look === "bar";
  const styles = LOOKS[look];
  return (
    <nav aria-label={label} data-bottom-bar={isBar || undefined} className={styles.nav}>
      <ul className={styles.list}>
        {items.map(({ to, label, Icon, isWide, unread }) => {
          const current = pathname === to || (isWide && pathname.startsWith(to));
          return (
            <li key={to} className={styles.item}>
              <Link
                to={to}
                aria-current={current ? "page" : undefined}
                className={cx(styles.link, current ? styles.current : styles.other)}
              >
                {isBar && (
                  <span className={cx("rounded-full px-4 py-1 transition-colors", current && "bg-brand-soft")}>
                    <Icon aria-hidden className="size-6" />
                  </span>
                )}
                <span className="contents">{label}</span>
                {unread}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function mainItems(look: Look): NavigationItem[] {
  return [
    { to: "/", label: t("common.nav.home"), Icon: House },
    {
      to: "/tracking",
      label: t("common.nav.track"),
      Icon: MapPinned,
      isWide: true,
      unread: <UnreadMessages look={look} />,
    },
    { to: "/history", label: t("common.nav.history"), Icon: ClockFading },
    { to: "/profile", label: t("common.nav.profile"), Icon: UserRound },
  ];
}

/** A page's own navigation, in place of the app's. */
export type OtherNavigation = ComponentType<{ look: Look }> | null;

/** The app's navigation, or the page's own. */
export function Navigation({ look, Other }: { look: Look; Other: OtherNavigation }): ReactElement {
  return Other === null ? (
    <NavigationLinks look={look} label={t("common.nav.label")} items={mainItems(look)} />
  ) : (
    <Other look={look} />
  );
}
