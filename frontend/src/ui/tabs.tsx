import * as Radix from "radix-ui/tabs";
import type { ReactElement, ReactNode, SyntheticEvent } from "react";

type Tab<Value extends string> = { value: Value; label: string; content: ReactNode };
type TabsProps<Value extends string> = {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  tabs: readonly Tab<Value>[];
};

// Radix focuses a pressed tab by script, so browsers show :focus-visible: hide that ring after a press.
function forgetPress(event: SyntheticEvent<HTMLElement>): void {
  delete event.currentTarget.dataset["pressed"];
}

function rememberPress(event: SyntheticEvent<HTMLElement>): void {
  event.currentTarget.dataset["pressed"] = "";
}

/** A tab list and the panel of the selected tab. */
export function Tabs<Value extends string>({ label, value, onValueChange, tabs }: TabsProps<Value>): ReactElement {
  return (
    <Radix.Root value={value} onValueChange={(next) => onValueChange(next as Value)}>
      <Radix.List
        aria-label={label}
        className="mb-4 flex gap-1 overflow-x-auto max-[22rem]:flex-wrap rounded-md bg-sunken p-1"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            onPointerDown={rememberPress}
            onKeyDown={forgetPress}
            onBlur={forgetPress}
            className="min-h-touch grow rounded-sm px-2 py-1.5 leading-5 font-medium wrap-break-word text-ink-soft min-[26rem]:px-3 transition-colors hover:text-ink data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-low data-pressed:outline-none"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="outline-offset-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
