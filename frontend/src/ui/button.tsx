import type { ComponentProps, ReactElement } from "react";
import { Link, type LinkProps } from "react-router-dom";

import { cx } from "@/lib/cx";

import { buttonStyle, type ButtonSize, type ButtonVariant } from "./button-style";
import { Spinner } from "./spinner";

type Look = { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean };
type ButtonProps = ComponentProps<"button"> &
  Look & { busy?: boolean; /** Before the text, unless `busy`. */ icon?: ReactElement };

/** A button. While `busy` it shows a spinner and is disabled. */
export function Button(props: ButtonProps): ReactElement {
  const {
    variant = "secondary",
    size = "md",
    wide = false,
    busy = false,
    icon,
    disabled,
    className,
    children,
    ...rest
  } = props;
  return (
    <button
      type="button"
      {...rest}
      disabled={busy || disabled === true}
      aria-busy={busy || undefined}
      className={cx(buttonStyle(variant, size, wide), className)}
    >
      {busy ? <Spinner /> : icon}
      <span className="contents">{children}</span>
    </button>
  );
}

/** An internal link that looks like a button. */
export function ButtonLink(props: LinkProps & Look): ReactElement {
  const { variant = "secondary", size = "md", wide = false, className, ...rest } = props;
  return <Link {...rest} className={cx(buttonStyle(variant, size, wide), className)} />;
}

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "children"> & {
  label: string;
  icon: ReactElement;
};

/** A round icon button; `label` is its accessible name. */
export function IconButton({ label, icon, className, ...rest }: IconButtonProps): ReactElement {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={cx(
        "inline-flex size-touch shrink-0 items-center justify-center rounded-full text-ink-soft transition-colors hover:bg-sunken hover:text-ink",
        className,
      )}
    >
      {icon}
    </button>
  );
}
