import { ChevronRight, HeartHandshake, WashingMachine } from "lucide-react";
import type { ReactElement } from "react";
import { Link } from "react-router-dom";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

type ActionProps = { to: string; title: string; body: string; icon: ReactElement; primary?: boolean };

function Action({ to, title, body, icon, primary = false }: ActionProps): ReactElement {
  return (
    <Link
      to={to}
      className={cx(
        "flex min-h-20 items-center gap-4 rounded-card p-4 transition-[background-color,transform] active:scale-[0.985]",
        primary ? "bg-accent text-on-accent hover:bg-accent-strong" : "border bg-surface hover:bg-sunken",
      )}
    >
      <span
        className={cx(
          "inline-flex size-12 shrink-0 items-center justify-center rounded-md",
          primary ? "bg-on-accent/15" : "bg-brand-soft text-brand-ink",
        )}
      >
        {icon}
      </span>
      <span className="flex min-w-0 grow flex-col">
        <span className="text-lead font-semibold">{title}</span>
        <span className={cx(!primary && "text-ink-soft")}>{body}</span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0" />
    </Link>
  );
}

/** The two main actions: book laundry, or offer it. */
export function MainActions(): ReactElement {
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Action
        primary
        to="/booking"
        title={t("home.book.title")}
        body={t("home.book.body")}
        icon={<WashingMachine aria-hidden className="size-6" />}
      />
      <Action
        to="/profile"
        title={t("home.offer.title")}
        body={t("home.offer.body")}
        icon={<HeartHandshake aria-hidden className="size-6" />}
      />
    </div>
  );
}
