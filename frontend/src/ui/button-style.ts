import { cx } from "@/lib/cx";

/** "primary" is the most important action of a screen; at most one is visible. */
export type ButtonVariant = "primary" | "brand" | "secondary" | "ghost" | "destructive";
export type ButtonSize = "md" | "sm";

const VARIANTS: Record<ButtonVariant, string> = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  brand: "bg-brand text-on-brand hover:bg-brand-strong",
  secondary: "border border-line-strong bg-surface text-ink hover:bg-sunken",
  ghost: "text-brand-ink hover:bg-brand-soft",
  destructive: "bg-bad text-on-bad hover:opacity-90",
};
const SIZES: Record<ButtonSize, string> = { md: "min-h-12 px-5", sm: "min-h-touch px-4" };

/** The class names of a button, for elements that only look like one. */
export function buttonStyle(variant: ButtonVariant, size: ButtonSize, wide: boolean): string {
  return cx(
    // Its words stay whole beside a long text.
    "inline-flex items-center justify-center gap-2 rounded-md text-center font-semibold wrap-break-word transition-[background-color,opacity,transform]",
    "active:scale-[0.985] disabled:pointer-events-none disabled:opacity-50 aria-busy:opacity-80",
    VARIANTS[variant],
    SIZES[size],
    wide && "w-full",
  );
}
