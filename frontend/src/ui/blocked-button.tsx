import { useId, type ComponentProps, type ReactElement } from "react";

import { cx } from "@/lib/cx";

import { Button } from "./button";

type BlockedButtonProps = ComponentProps<typeof Button> & {
  /** What is missing before it can be pressed; null for nothing. */
  why: string | null;
  /** Of the button and the sentence above it. */
  className?: string;
};

/** A button that cannot be pressed yet and says why. */
export function BlockedButton({ why, className, ...button }: BlockedButtonProps): ReactElement {
  const id = useId();
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      {/* Its room stays: the button is not to move under a thumb. */}
      <p id={id} aria-hidden={why === null} className="min-h-5 text-center text-caption text-ink-soft">
        {why}
      </p>
      <Button {...button} disabled={why !== null} aria-describedby={why === null ? undefined : id} />
    </div>
  );
}
