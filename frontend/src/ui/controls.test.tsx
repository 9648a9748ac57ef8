import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState, type ReactElement } from "react";
import { expect, test, vi } from "vitest";

import { axeViolations } from "@/test/render";

import { Button } from "./button";
import { Field, focusFirstError } from "./field";
import { Input, Select } from "./input";
import { RadioCards } from "./radio-cards";
import { Slider } from "./slider";
import { Switch } from "./switch";
import { Tabs } from "./tabs";

/** What a browser does that translates the page: each text stands in an element of its own afterwards. */
function translate(root: Element): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Node[] = [];
  while (texts.nextNode() !== null) found.push(texts.currentNode);
  for (const text of found) {
    const own = document.createElement("span");
    text.parentNode?.replaceChild(own, text);
    own.append(`${text.textContent ?? ""} (translated)`);
  }
}

test("a button becomes busy, and ready again, on a page that the browser has translated", () => {
  const button = (busy: boolean): ReactElement => (
    <Button busy={busy} icon={<i />}>
      Sign in
    </Button>
  );
  const { container, rerender } = render(button(false));
  translate(container);

  rerender(button(true));
  expect(screen.getByRole("button", { name: "Sign in (translated)" })).toHaveAttribute("aria-busy", "true");
  rerender(button(false));

  expect(screen.getByRole("button", { name: "Sign in (translated)" })).toBeEnabled();
});

test("a busy button says so and cannot be pressed a second time", async () => {
  const onClick = vi.fn();
  render(
    <Button busy onClick={onClick}>
      Signing in...
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Signing in..." });

  await userEvent.click(button);

  expect(button).toHaveAttribute("aria-busy", "true");
  expect(onClick).not.toHaveBeenCalled();
});

test("a field ties its label, hint and error to its control", async () => {
  const { container } = render(
    <Field label="City" hint="Where we pick up" error="City is required" required>
      {(control) => <Input {...control} />}
    </Field>,
  );
  const input = screen.getByRole("textbox", { name: /City/ });

  expect(input).toBeInvalid();
  expect(input).toBeRequired();
  expect(input).toHaveAccessibleDescription("Where we pick up City is required");
  expect(await axeViolations(container)).toEqual([]);
});

test("the first refused field of a form takes the focus", () => {
  const { container } = render(
    <form>
      <Field label="Street">{(control) => <Input {...control} />}</Field>
      <Field label="City" error="City is required">
        {(control) => <Input {...control} />}
      </Field>
    </form>,
  );

  focusFirstError(container.querySelector("form"));

  expect(screen.getByRole("textbox", { name: "City" })).toHaveFocus();
});

function Controls(): ReactElement {
  const [service, setService] = useState<"standard" | "premium">("standard");
  const [weight, setWeight] = useState(10);
  const [isOn, setOn] = useState(false);
  const [tab, setTab] = useState<"all" | "done">("all");
  const [time, setTime] = useState<"12:00" | "13:00">("12:00");
  return (
    <>
      <RadioCards
        legend="Service"
        value={service}
        onValueChange={setService}
        cards={[
          { value: "standard", title: "Standard", detail: "CHF 25.00" },
          { value: "premium", title: "Premium", detail: "+5 CHF" },
        ]}
      />
      <Slider
        label="Weight"
        value={weight}
        min={10}
        max={15}
        step={0.5}
        valueText={`${weight} kg`}
        onValueChange={setWeight}
      />
      <Switch label="Marketing" description="News now and then" checked={isOn} onCheckedChange={setOn} />
      <Tabs
        label="Orders"
        value={tab}
        onValueChange={setTab}
        tabs={[
          { value: "all", label: "All", content: "Two orders" },
          { value: "done", label: "Completed", content: "One order" },
        ]}
      />
      <Field label="Time">
        {(control) => (
          <Select
            {...control}
            value={time}
            onValueChange={setTime}
            options={[
              { value: "12:00", label: "12:00", disabled: true },
              { value: "13:00", label: "13:00" },
            ]}
          />
        )}
      </Field>
    </>
  );
}

test("every control can be read and changed by keyboard", async () => {
  const { container } = render(<Controls />);
  const user = userEvent.setup();

  await user.click(screen.getByRole("radio", { name: /Standard/ }));
  await user.keyboard("{ArrowDown}");
  expect(screen.getByRole("radio", { name: /Premium/ })).toBeChecked();

  // A native range input, whose keys happy-dom does not implement.
  fireEvent.change(screen.getByRole("slider", { name: "Weight" }), { target: { value: "11" } });
  expect(screen.getByRole("slider")).toHaveAttribute("aria-valuetext", "11 kg");
  fireEvent.change(screen.getByRole("slider"), { target: { value: "99" } });
  expect(screen.getByRole("slider")).toHaveValue("15");

  screen.getByRole("switch", { name: "Marketing" }).focus();
  await user.keyboard(" ");
  expect(screen.getByRole("switch")).toBeChecked();

  screen.getByRole("tab", { name: "All" }).focus();
  await user.keyboard("{ArrowRight}");
  expect(screen.getByRole("tabpanel", { name: "Completed" })).toHaveTextContent("One order");

  await user.selectOptions(screen.getByRole("combobox", { name: "Time" }), "13:00");
  expect(screen.getByRole("combobox")).toHaveValue("13:00");
  expect(await axeViolations(container)).toEqual([]);
});
