import { ClockFading, House, MapPinned, UserRound, type LucideIcon } from "lucide-react";
import type { ComponentType, ReactElement } from "react";
import { Link, useLocation } from "react-router-dom";

import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";
import { lazyPart, SILENT } from "@/ui/lazy-part";

type NavigationItem = {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** Also current on pages below it. */ isWide?: true;
  /** A badge with the unread count. */ unread?: ReactElement | null;
};

/** A bottom bar on phones; on desktops the same links in the header. */
const LOOKS = {
  bar: {
    nav: "fixed inset-x-0 bottom-0 z-30 border-t bg-surface pb-[env(safe-area-inset-bottom)] md:hidden",
    list: "mx-auto flex h-18 max-w-task overflow-x-auto",
    item: "flex min-w-min grow basis-0",
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

/** How many messages about own orders are unread. */
const UnreadMessages = lazyPart(async () => (await import("./unread-messages")).UnreadMessages, SILENT);

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
                  <span
                    className={cx(
                      "rounded-full px-4 py-1 transition-colors max-[14rem]:px-1",
                      current && "bg-brand-soft",
                    )}
                  >
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

function mainItems(unread: ReactElement | null): NavigationItem[] {
  return [
    { to: "/", label: t("common.nav.home"), Icon: House },
    {
      to: "/tracking",
      label: t("common.nav.track"),
      Icon: MapPinned,
      isWide: true,
      unread,
    },
    { to: "/history", label: t("common.nav.history"), Icon: ClockFading },
    { to: "/profile", label: t("common.nav.profile"), Icon: UserRound },
  ];
}

/** A page's own navigation, in place of the app's. */
export type OtherNavigation = ComponentType<{ look: Look }> | null;

/** The app's navigation, or the page's own. */
export function Navigation({ look, Other }: { look: Look; Other: OtherNavigation }): ReactElement {
  const { user } = useSession();
  return Other === null ? (
    <NavigationLinks
      look={look}
      label={t("common.nav.label")}
      items={mainItems(user && <UnreadMessages look={look} />)}
    />
  ) : (
    <Other look={look} />
  );
}
