import type { ComponentProps, ReactElement, ReactNode } from "react";

import { cx } from "@/lib/cx";

type RadioTileProps = Pick<ComponentProps<"input">, "name" | "value" | "checked" | "disabled" | "aria-label"> & {
  onChoose: () => void;
  /** Classes for shape, size and colours. */
  className: string;
  children: ReactNode;
};

/**
 * A choice as a tile: a native radio button covers it invisibly, so that clicks, arrow keys and screen readers work as
 * usual. Needs a fieldset around it.
 */
export function RadioTile({ onChoose, className, children, ...input }: RadioTileProps): ReactElement {
  return (
    <label
      className={cx(
        "relative items-center justify-center has-focus-visible:outline-2 has-focus-visible:outline-brand",
        className,
      )}
    >
      <input
        type="radio"
        {...input}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-[inherit] appearance-none rounded-[inherit] outline-none"
      />
      {children}
    </label>
  );
}
