import { Heart } from "lucide-react";
import type { ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { cx } from "@/lib/cx";

import { Button, IconButton } from "./button";

type FavouriteButtonProps = {
  /** The provider's name. */
  name: string;
  isOn: boolean;
  onToggle: () => void;
  /** True if there is room for a text beside the heart. */
  hasText?: boolean;
  className?: string;
};

/** A heart that toggles a favourite. */
export function FavouriteButton({
  name,
  isOn,
  onToggle,
  hasText = false,
  className,
}: FavouriteButtonProps): ReactElement {
  const heart = <Heart aria-hidden className={cx("size-5 shrink-0", isOn && "fill-current text-brand-ink")} />;
  const label = t("common.favourite.of", { name });
  if (!hasText)
    return <IconButton label={label} aria-pressed={isOn} icon={heart} onClick={onToggle} className={className} />;
  return (
    <Button size="sm" aria-label={label} aria-pressed={isOn} onClick={onToggle} className={className}>
      {heart}
      {t("common.favourite")}
    </Button>
  );
}
