import type { ChangeEvent, ReactElement, ReactNode } from "react";

import { buttonStyle } from "./button-style";

type PhotoInputProps = {
  /** The label: an icon and words. */
  children: ReactNode;
  disabled: boolean;
  /** Opens the camera at once on a phone. */
  fromCamera?: boolean;
  onTake: (photo: File) => void;
};

/** A button that chooses a photo, JPEG or PNG. */
export function PhotoInput({ children, disabled, fromCamera = false, onTake }: PhotoInputProps): ReactElement {
  const take = (event: ChangeEvent<HTMLInputElement>): void => {
    const file = event.target.files?.[0];
    // Otherwise choosing the same photo again fires no event.
    event.target.value = "";
    if (file !== undefined) onTake(file);
  };
  return (
    <label
      className={`${buttonStyle("secondary", "md", true)} relative cursor-pointer has-disabled:pointer-events-none has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand`}
    >
      {children}
      <input
        type="file"
        accept="image/jpeg,image/png"
        {...(fromCamera && { capture: "environment" })}
        disabled={disabled}
        onChange={take}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  );
}
