import { screen, waitFor } from "@testing-library/react";
import { useState, type ReactElement } from "react";
import { expect, test } from "vitest";

import { renderScreen } from "@/test/render";

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

test("a control beside the heading hands the focus to the heading", async () => {
  const { user } = renderScreen(<Towels />);

  await user.click(screen.getByRole("button", { name: "Mark as read" }));

  await waitFor(() => expect(screen.getByRole("heading", { name: "Towels" })).toHaveFocus());
});
