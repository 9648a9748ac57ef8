import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useEffect, useState, type MouseEvent, type ReactElement } from "react";
import { expect, test } from "vitest";

import { renderScreen } from "@/test/render";
import { Button } from "@/ui/button";

import { Dialog } from "./dialog";
import { showToast } from "./toast";

function Towels(): ReactElement {
  const [towels, setTowels] = useState(["red", "blue", "green"]);
  const [isRead, setIsRead] = useState(false);
  return (
    <>
      <div>
        <h1 tabIndex={-1}>Towels</h1>
        {!isRead && <button onClick={() => setIsRead(true)}>Mark as read</button>}
      </div>
      <ul>
        {towels.map((towel) => (
          <li key={towel}>
            <button onClick={() => setTowels(towels.filter((other) => other !== towel))}>Remove {towel}</button>
          </li>
        ))}
      </ul>
    </>
  );
}

test("the focus goes on to what takes the place of a control that is gone, and to the heading after the last", async () => {
  const { user } = renderScreen(<Towels />);

  await user.click(screen.getByRole("button", { name: "Remove blue" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove green" })).toHaveFocus());
  await user.keyboard("{Enter}");
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove red" })).toHaveFocus());
  await user.keyboard("{Enter}");

  await waitFor(() => expect(screen.getByRole("heading", { name: "Towels" })).toHaveFocus());
});

function Pickups(): ReactElement {
  const [days, setDays] = useState(["Monday", "Tuesday", "Friday"]);
  const [asked, setAsked] = useState<string | null>(null);
  const skip = (): void => {
    setDays(days.filter((day) => day !== asked));
    setAsked(null);
  };
  return (
    <>
      <h1 tabIndex={-1}>Pickups</h1>
      <ul>
        {days.map((day) => (
          <li key={day}>
            <button onClick={() => setAsked(day)}>Skip {day}</button>
          </li>
        ))}
      </ul>
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Skip it?"
        actions={<Button onClick={skip}>Skip it</Button>}
      />
    </>
  );
}

test("where an act in a dialog takes away what opened it, the focus goes on to the next of its kind", async () => {
  const { user } = renderScreen(<Pickups />);
  const skip = async (day: string): Promise<void> => {
    await user.click(screen.getByRole("button", { name: `Skip ${day}` }));
    await user.click(await screen.findByRole("button", { name: "Skip it" }));
  };

  await skip("Tuesday");
  await waitFor(() => expect(screen.getByRole("button", { name: "Skip Friday" })).toHaveFocus());
  await skip("Friday");
  await waitFor(() => expect(screen.getByRole("button", { name: "Skip Monday" })).toHaveFocus());
  await skip("Monday");
  await waitFor(() => expect(screen.getByRole("heading", { name: "Pickups" })).toHaveFocus());
});

test("what is pressed in a toast leads back to where the focus was before", async () => {
  const { user } = renderScreen(<Towels />);
  await user.click(screen.getByRole("button", { name: "Remove blue" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Remove green" })).toHaveFocus());
  act(() => showToast({ title: "Blue is gone", action: { label: "Undo", run: () => undefined } }));

  (await screen.findByRole("button", { name: "Undo" })).focus();
  await user.keyboard("{Enter}");

  await waitFor(() => expect(screen.getByRole("button", { name: "Remove green" })).toHaveFocus());
});

test("a control beside the heading hands the focus to the heading", async () => {
  const { user } = renderScreen(<Towels />);

  await user.click(screen.getByRole("button", { name: "Mark as read" }));

  await waitFor(() => expect(screen.getByRole("heading", { name: "Towels" })).toHaveFocus());
});

function Bank({ onEnd }: { onEnd: () => void }): ReactElement {
  useEffect(() => {
    const overlay = document.createElement("div");
    overlay.setAttribute("role", "dialog");
    const frame = document.createElement("iframe");
    frame.title = "Your bank";
    overlay.append(frame);
    document.body.append(overlay);
    frame.focus();
    return () => overlay.remove();
  }, []);
  return <button onClick={onEnd}>Agree</button>;
}

function Payment(): ReactElement {
  const [asks, setAsks] = useState(false);
  return (
    <>
      <h1 tabIndex={-1}>Checkout</h1>
      <button disabled={asks} onClick={() => setAsks(true)}>
        Pay
      </button>
      {asks && <Bank onEnd={() => setAsks(false)} />}
    </>
  );
}

test("after a bank's frame above the page the focus is where it was before", async () => {
  const { user } = renderScreen(<Payment />);
  await user.click(screen.getByRole("button", { name: "Pay" }));
  await waitFor(() => expect(screen.getByTitle("Your bank")).toHaveFocus());

  fireEvent.click(screen.getByRole("button", { name: "Agree" }));

  await waitFor(() => expect(screen.getByRole("button", { name: "Pay" })).toHaveFocus());
});

function Confirmation(): ReactElement {
  const [step, setStep] = useState<"asks" | "form" | "sends">("form");
  const send = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    // Browsers blur a button once it is rendered as disabled: on a slow phone before the response.
    currentTarget.blur();
    setStep("sends");
  };
  return (
    <>
      <h1 tabIndex={-1}>Booking</h1>
      <button disabled={step === "sends"} onClick={send}>
        Confirm
      </button>
      <button onClick={() => setStep("asks")}>An account is missing</button>
      <Dialog open={step === "asks"} onClose={() => setStep("form")} title="Who are you?" />
    </>
  );
}

test("a dialog that opens in the moment in which the pressed button is disabled gives the focus back to it", async () => {
  const { user } = renderScreen(<Confirmation />);
  const confirm = screen.getByRole("button", { name: "Confirm" });
  await user.click(confirm);

  fireEvent.click(screen.getByText("An account is missing"));
  expect(await screen.findByRole("dialog")).toBeVisible();
  await user.keyboard("{Escape}");

  await waitFor(() => expect(confirm).toHaveFocus());
});
