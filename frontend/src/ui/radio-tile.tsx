import type { ComponentProps, ReactElement, ReactNode } from "react";

import { cx } from "@/lib/cx";

type RadioTileProps = Pick<ComponentProps<"input">, "name" | "value" | "checked" | "disabled" | "aria-label"> & {
  onChoose: () => void;
  /** How the tile looks: its shape, size and colours. */
  className: string;
  children: ReactNode;
};

/**
 * One of a few choices, as a tile: a native radio button lies over the whole of it, so that a press, the arrow keys and a
 * screen reader find what they know. Stands in a fieldset.
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
