import { Slider as Radix } from "radix-ui";
import type { ReactElement } from "react";

type SliderProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** How the value reads aloud, "12.5 kg". */
  valueText: string;
  onValueChange: (value: number) => void;
};

/** One number of a range, by thumb, click or arrow keys. */
export function Slider({ label, value, min, max, step, valueText, onValueChange }: SliderProps): ReactElement {
  return (
    <Radix.Root
      className="relative flex h-touch w-full touch-none items-center select-none"
      value={[value]}
      min={min}
      max={max}
      step={step}
      onValueChange={([next]) => next !== undefined && onValueChange(next)}
    >
      <Radix.Track className="relative h-2 grow rounded-full bg-sunken">
        <Radix.Range className="absolute h-full rounded-full bg-brand" />
      </Radix.Track>
      <Radix.Thumb
        aria-label={label}
        aria-valuetext={valueText}
        className="block size-7 rounded-full border-2 border-brand bg-surface shadow-low transition-transform active:scale-110"
      />
    </Radix.Root>
  );
}
