import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState, type ReactElement } from "react";
import { expect, test, vi } from "vitest";

import { axeViolations, renderScreen } from "@/test/render";

import { Field } from "../field";
import type { Failure } from "../failure-notice";
import { Textarea } from "../input";
import { Dialog } from "./dialog";
import { endPage, showToast, toastStore } from "./toast";

/** A page with buttons that open a dialog with a text field, and remove that opener. */
function NotePage({ failure = null }: { failure?: Failure | null }): ReactElement {
  const [open, setOpen] = useState(false);
  const [isGone, setIsGone] = useState(false);
  const [note, setNote] = useState("");
  return (
    <>
      <h1 tabIndex={-1}>Your order</h1>
      {!isGone && <button onClick={() => setOpen(true)}>Write a note</button>}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Note"
        description="For the driver."
        failure={failure}
        actions={
          <>
            <button>Try</button>
            <button
              onClick={() => {
                setOpen(false);
                setIsGone(true);
              }}
            >
              Finish
            </button>
          </>
        }
      >
        <Field label="Text">
          {(control) => <Textarea {...control} value={note} onChange={(event) => setNote(event.target.value)} />}
        </Field>
      </Dialog>
    </>
  );
}

/** The overlay id of the current history entry; undefined for the page's own. */
function entryNow(): unknown {
  return (window.history.state as { overlay?: string } | null)?.overlay;
}

/** Simulates a link to a part of the page, or a notification's: unlike our own, its entry has no state. */
function followTo(hash: string): void {
  window.history.pushState(null, "", hash);
  window.dispatchEvent(new PopStateEvent("popstate"));
}

/** A press on the scrim; `from` is where it begins, if elsewhere. */
function pressBeside({ detail = 1, from }: { detail?: number; from?: HTMLElement } = {}): void {
  const scrim = screen.getByRole("dialog").parentElement;
  if (scrim === null) throw new Error("The dialog has no scrim.");
  fireEvent.mouseDown(from ?? scrim, { detail });
  fireEvent.click(scrim, { detail });
}

async function opened(failure?: Failure): Promise<ReturnType<typeof renderScreen> & { dialog: HTMLElement }> {
  const result = renderScreen(<NotePage failure={failure ?? null} />);
  await result.user.click(screen.getByRole("button", { name: "Write a note" }));
  return { ...result, dialog: screen.getByRole("dialog", { name: "Note" }) };
}

test("a dialog has a name and a description, takes the focus, and its close button closes it", async () => {
  const { user, dialog, baseElement } = await opened();

  expect(dialog).toHaveAccessibleDescription("For the driver.");
  expect(dialog).toHaveFocus();
  expect(await axeViolations(baseElement)).toEqual([]);
  await user.click(within(dialog).getByRole("button", { name: "Close" }));

  expect(dialog).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole("button", { name: "Write a note" })).toHaveFocus());
});

test("the focus goes to the heading when what opened the dialog is gone", async () => {
  const { user } = await opened();

  await user.click(screen.getByRole("button", { name: "Finish" }));

  await waitFor(() => expect(screen.getByRole("heading", { name: "Your order" })).toHaveFocus());
});

test("a press beside closes a dialog, the second press of a double click does not", async () => {
  const { dialog } = await opened();

  pressBeside({ detail: 2 });
  expect(dialog).toBeInTheDocument();
  pressBeside();

  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

test("a selection of text that ends beside leaves the dialog open", async () => {
  const { dialog } = await opened();

  pressBeside({ from: screen.getByText("For the driver.") });

  expect(dialog).toBeInTheDocument();
});

test("a press beside leaves a dialog open in which something was typed", async () => {
  const { user, dialog } = await opened();

  await user.type(screen.getByRole("textbox", { name: "Text" }), "Third floor");
  pressBeside();

  expect(dialog).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: "Text" })).toHaveValue("Third floor");
});

test("a press beside leaves a dialog open in which something was pressed: what it says of it stays", async () => {
  const { user, dialog } = await opened({ text: "Somebody was faster." });

  await user.click(within(dialog).getByRole("button", { name: "Try" }));
  pressBeside();

  expect(dialog).toBeInTheDocument();
});

test.each(["Escape", "the close button", "Back"])("%s asks before a text is thrown away", async (way) => {
  const { user, dialog } = await opened();
  const leave = async (): Promise<void> => {
    if (way === "Escape") await user.keyboard("{Escape}");
    else if (way === "Back") act(() => window.history.back());
    else await user.click(within(dialog).getByRole("button", { name: "Close" }));
  };
  await user.type(screen.getByRole("textbox", { name: "Text" }), "Third floor");

  await leave();
  const question = await screen.findByRole("alertdialog", { name: "Close without keeping what you typed?" });
  expect(within(question).getByRole("button", { name: "Keep editing" })).toHaveFocus();
  await user.click(within(question).getByRole("button", { name: "Keep editing" }));
  expect(question).not.toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: "Text" })).toHaveValue("Third floor");

  await leave();
  await user.click(await screen.findByRole("button", { name: "Discard it" }));
  expect(dialog).not.toBeInTheDocument();
});

test("Back closes a dialog and leaves no entry behind", async () => {
  const { dialog } = await opened();
  expect(entryNow()).toBeDefined();

  act(() => window.history.back());

  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(entryNow()).toBeUndefined();
});

test("a new address, as that of a notification, is not Back: nothing is asked, and what is typed stays", async () => {
  const { user, dialog } = await opened();
  await user.type(screen.getByRole("textbox", { name: "Text" }), "Third floor");

  act(() => followTo("#messages"));

  expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument();
  expect(dialog).toBeInTheDocument();
  expect(screen.getByRole("textbox", { name: "Text" })).toHaveValue("Third floor");
});

test("Back from the address of a notification closes the dialog that was open before it, and its entry goes", async () => {
  const { dialog } = await opened();
  act(() => followTo("#messages"));

  act(() => window.history.back());

  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(entryNow()).toBeUndefined());
});

test("Back from the address of a notification asks before a text is thrown away, and the next one means yes", async () => {
  const { user, dialog } = await opened();
  await user.type(screen.getByRole("textbox", { name: "Text" }), "Third floor");
  act(() => followTo("#messages"));

  act(() => window.history.back());
  expect(await screen.findByRole("alertdialog")).toBeVisible();
  act(() => window.history.back());

  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  expect(entryNow()).toBeUndefined();
});

test("Back closes a dialog that was opened after a link to a part of the page", async () => {
  followTo("#content");
  const { dialog } = await opened();

  act(() => window.history.back());

  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

test("a dialog that is closed otherwise takes its entry of the history with it", async () => {
  const { user } = await opened();

  await user.keyboard("{Escape}");

  await waitFor(() => expect(entryNow()).toBeUndefined());
});

/** Two dialogs, one above the other, that close together. */
function StackedPage(): ReactElement {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <button onClick={() => setOpen(true)}>Open both</button>
      <Dialog open={open} onClose={close} title="Lower">
        <Dialog open={open} onClose={close} title="Upper" actions={<button onClick={close}>Finish</button>} />
      </Dialog>
    </>
  );
}

test("two dialogs that close at once take both entries of the history with them", async () => {
  const { user } = renderScreen(<StackedPage />);
  const before = entryNow();
  await user.click(screen.getByRole("button", { name: "Open both" }));
  expect(entryNow()).toBeDefined();

  await user.click(screen.getByRole("button", { name: "Finish" }));

  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
  await waitFor(() => expect(entryNow()).toBe(before));
});

test("a failure stands inside the dialog", async () => {
  const { dialog } = await opened({ title: "Not sent", text: "The driver is gone already." });

  expect(within(dialog).getByRole("alert")).toHaveTextContent("Not sentThe driver is gone already.");
});

test("a toast above a dialog can be read and closed, and the dialog stays open", async () => {
  const { user, dialog } = await opened();

  act(() => showToast({ title: "New message", description: "Bruno is at the door." }));
  expect(screen.getByRole("status")).toHaveTextContent("New messageBruno is at the door.");
  await user.click(within(screen.getByRole("status")).getByRole("button", { name: "Close" }));

  expect(screen.queryByText("New message")).not.toBeInTheDocument();
  expect(dialog).toBeInTheDocument();
});

test("Escape closes the toast above a dialog first", async () => {
  const { user, dialog } = await opened();
  act(() => showToast({ title: "New message" }));

  await user.keyboard("{Escape}");
  expect(screen.queryByText("New message")).not.toBeInTheDocument();
  expect(dialog).toBeInTheDocument();

  await user.keyboard("{Escape}");
  expect(dialog).not.toBeInTheDocument();
});

test("a toast does not wait for a pointer that merely rests where it has come", () => {
  vi.useFakeTimers();
  renderScreen(<h1>Home</h1>);
  act(() => showToast({ title: "Card removed" }));

  fireEvent.pointerEnter(screen.getByText("Card removed"));
  act(() => void vi.advanceTimersByTime(6000));

  expect(screen.queryByText("Card removed")).not.toBeInTheDocument();
  vi.useRealTimers();
});

test("a toast waits while it is being read", () => {
  vi.useFakeTimers();
  renderScreen(<h1>Home</h1>);
  act(() => showToast({ title: "Card removed" }));

  const toast = screen.getByText("Card removed");
  fireEvent.pointerMove(toast);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(screen.getByText("Card removed")).toBeInTheDocument();
  fireEvent.pointerLeave(toast);
  act(() => void vi.advanceTimersByTime(6000));

  expect(screen.queryByText("Card removed")).not.toBeInTheDocument();
  vi.useRealTimers();
});

test("a failure goes with its page, unless it is said while the next page is on its way", () => {
  const failure = { title: "Payment Failed", variant: "destructive" } as const;
  showToast(failure);
  window.history.pushState(null, "", "/history");
  endPage();
  expect(toastStore.get()).toBeNull();

  showToast(failure);
  // Its code has come.
  endPage();

  expect(toastStore.get()).toMatchObject(failure);
  window.history.pushState(null, "", "/");
  endPage();
  expect(toastStore.get()).toBeNull();
});
