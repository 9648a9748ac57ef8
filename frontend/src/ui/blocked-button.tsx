import { useId, type ComponentProps, type ReactElement } from "react";

import { cx } from "@/lib/cx";

import { Button } from "./button";

type BlockedButtonProps = ComponentProps<typeof Button> & {
  /** Why it is disabled; null if it is not. */
  why: string | null;
  /** For the wrapper of button and reason. */
  className?: string;
};

/** A button that is disabled and says why. */
export function BlockedButton({ why, className, ...button }: BlockedButtonProps): ReactElement {
  const id = useId();
  return (
    <div className={cx("flex flex-col gap-1.5", className)}>
      {/* Always takes up its space, so that the button does not move under a thumb. */}
      <p id={id} aria-hidden={why === null} className="min-h-5 text-center text-caption text-ink-soft">
        {why}
      </p>
      <Button {...button} disabled={why !== null} aria-describedby={why === null ? undefined : id} />
    </div>
  );
}
