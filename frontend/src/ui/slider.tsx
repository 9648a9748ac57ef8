import type { CSSProperties, ReactElement } from "react";

type SliderProps = {
  label: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** aria-valuetext, "12.5 kg". */
  valueText: string;
  disabled?: boolean;
  onValueChange: (value: number) => void;
};

/** A native range input in our colours. */
export function Slider({
  label,
  value,
  min,
  max,
  step,
  valueText,
  disabled,
  onValueChange,
}: SliderProps): ReactElement {
  const filled = { "--filled": max > min ? (value - min) / (max - min) : 0 } as CSSProperties;
  return (
    <input
      type="range"
      aria-label={label}
      aria-valuetext={valueText}
      value={value}
      min={min}
      max={max}
      step={step}
      disabled={disabled}
      onChange={(event) => onValueChange(event.target.valueAsNumber)}
      style={filled}
      className="slider disabled:opacity-50"
    />
  );
}
