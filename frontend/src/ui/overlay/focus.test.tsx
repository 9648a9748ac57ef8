import { act, screen, waitFor } from "@testing-library/react";
import { useState, type ReactElement } from "react";
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
      <Dialog open={asked !== null} onClose={() => setAsked(null)} title="Skip it?" actions={<Button onClick={skip}>Skip it</Button>} />
    </>
  );
}

test("where an act in a dialog takes away what opened it, the focus goes on to the next of its kind", async () => {
  const { user } = renderScreen(<Pickups />);
  const skips = async (day: string): Promise<void> => {
    await user.click(screen.getByRole("button", { name: `Skip ${day}` }));
    await user.click(await screen.findByRole("button", { name: "Skip it" }));
  };

  await skips("Tuesday");
  await waitFor(() => expect(screen.getByRole("button", { name: "Skip Friday" })).toHaveFocus());
  await skips("Friday");
  await waitFor(() => expect(screen.getByRole("button", { name: "Skip Monday" })).toHaveFocus());
  await skips("Monday");
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
