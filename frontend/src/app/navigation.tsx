import { ClockFading, House, MapPinned, UserRound, type LucideIcon } from "lucide-react";
import type { ComponentType, ReactElement } from "react";
import { Link, useLocation } from "react-router-dom";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

type Place = { to: string; label: string; Icon: LucideIcon; /** Current on the pages below it, too. */ isWide?: true; /** What waits there unread. */ unread?: ReactElement };

/** On a phone a bar in thumb reach; on a desk the same places stand in the line of the header: nothing floats there. */
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

type PlacesProps = { look: Look; label: string; places: readonly Place[] };

/** Links to some places, the current one marked. */
export function Places({ look, label, places }: PlacesProps): ReactElement {
  const { pathname } = useLocation();
  const isBar = look === "bar";
  const styles = LOOKS[look];
  return (
    <nav aria-label={label} data-bottom-bar={isBar || undefined} className={styles.nav}>
      <ul className={styles.list}>
        {places.map(({ to, label, Icon, isWide, unread }) => {
          const current = pathname === to || (isWide && pathname.startsWith(to));
          return (
            <li key={to} className={styles.item}>
              <Link to={to} aria-current={current ? "page" : undefined} className={cx(styles.link, current ? styles.current : styles.other)}>
                {isBar && (
                  <span className={cx("rounded-full px-4 py-1 transition-colors", current && "bg-brand-soft")}>
                    <Icon aria-hidden className="size-6" />
                  </span>
                )}
                {label}
                {unread}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function places(): Place[] {
  return [
    { to: "/", label: t("common.nav.home"), Icon: House },
    { to: "/tracking", label: t("common.nav.track"), Icon: MapPinned, isWide: true },
    { to: "/history", label: t("common.nav.history"), Icon: ClockFading },
    { to: "/profile", label: t("common.nav.profile"), Icon: UserRound },
  ];
}

/** What stands in the place of the app's own places while a page has others. */
export type OtherPlaces = ComponentType<{ look: Look }> | null;

/** The places of the app, or what a page has instead. */
export function Navigation({ look, Other }: { look: Look; Other: OtherPlaces }): ReactElement {
  return Other === null ? <Places look={look} label={t("common.nav.label")} places={places()} /> : <Other look={look} />;
}
