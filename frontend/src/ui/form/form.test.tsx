import { fireEvent, render as renderAlone, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactElement } from "react";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, test, vi } from "vitest";

import { savedDraft, saveDraft } from "@/lib/drafts";

import { Form, FormNotice, SubmitButton } from "./form";
import { TextField } from "./form-fields";
import { PasswordField } from "./password-field";
import { useForm, type FormError } from "./use-form";

const render = (screen: ReactElement): ReturnType<typeof renderAlone> => renderAlone(screen, { wrapper: MemoryRouter });

type Values = { name: string; city: string; password: string };
type Save = (values: Values) => Promise<unknown>;

function Screen({
  save,
  owner = null,
  city: home = "Zurich",
}: {
  save: Save;
  owner?: string | null;
  city?: string;
}): ReactElement {
  const form = useForm<Values>({
    initial: { name: "", city: home, password: "" },
    draft: { name: "test", owner },
    check: ({ name, city }) => ({
      name: name === "" ? "Name is required" : "",
      city: city === "" ? "City is required" : "",
    }),
    save,
    explain: (error) => error as FormError,
    notice: { title: "Not saved" },
  });
  return (
    <Form form={form} label="Test">
      <TextField form={form} name="name" label="Name" required />
      <TextField form={form} name="city" label="City" required />
      <PasswordField form={form} name="password" label="Password" autoComplete="new-password" />
      <FormNotice form={form} />
      <SubmitButton form={form} busyLabel="Saving...">
        Save
      </SubmitButton>
    </Form>
  );
}

const field = (label: string): HTMLElement => screen.getByLabelText(label);
const press = (): Promise<void> => userEvent.click(screen.getByRole("button", { name: "Save" }));

beforeEach(() => window.sessionStorage.clear());

test("says at each field what is missing, leads to the first, and sends nothing", async () => {
  const save = vi.fn<Save>();
  render(<Screen save={save} />);

  await userEvent.clear(field("City"));
  await press();

  await waitFor(() => expect(field("Name")).toHaveFocus());
  expect(field("Name")).toHaveAccessibleDescription("Name is required");
  expect(field("City")).toHaveAccessibleDescription("City is required");
  expect(save).not.toHaveBeenCalled();

  await userEvent.type(field("Name"), "A");
  expect(field("Name")).not.toHaveAttribute("aria-invalid");
  expect(field("City")).toHaveAccessibleDescription("City is required");
});

test("what the server says of a field stands at the field, and what it says of none in a notice", async () => {
  const save = vi.fn<Save>().mockRejectedValueOnce({ fields: { city: "Unknown city" }, text: "Refused" });
  save.mockRejectedValueOnce({ fields: { other: "Closed" }, text: "We are closed" });
  render(<Screen save={save} />);
  await userEvent.type(field("Name"), "Alice");

  await press();
  await waitFor(() => expect(field("City")).toHaveFocus());
  expect(field("City")).toHaveAccessibleDescription("Unknown city");
  expect(screen.queryByRole("alert")).not.toBeInTheDocument();

  await userEvent.clear(field("City"));
  await userEvent.type(field("City"), "Bern");
  await press();
  expect(await screen.findByRole("alert")).toHaveTextContent("Not savedWe are closed");
  expect(field("Name")).toHaveValue("Alice");
  expect(field("City")).toHaveValue("Bern");
});

test("two presses in one moment send once; while it works nothing can be typed into nowhere", async () => {
  let finish = (): void => undefined;
  const save = vi.fn<Save>(() => new Promise<void>((resolve) => (finish = resolve)));
  render(<Screen save={save} />);
  await userEvent.type(field("Name"), "Alice");

  fireEvent.submit(screen.getByRole("form"));
  fireEvent.submit(screen.getByRole("form"));

  expect(await screen.findByRole("button", { name: "Saving..." })).toBeDisabled();
  expect(field("Name")).toHaveAttribute("readonly");
  finish();
  expect(await screen.findByRole("button", { name: "Save" })).toBeEnabled();
  expect(save).toHaveBeenCalledTimes(1);
});

test("what is filled in is there again after a link and Back; a password never is", async () => {
  const { unmount } = render(<Screen save={() => Promise.resolve()} />);
  await userEvent.type(field("Name"), "Alice");
  await userEvent.type(field("Password"), "secret-linen");
  unmount();

  expect(window.sessionStorage.getItem("drafts")).not.toContain("secret");
  render(<Screen save={() => Promise.resolve()} />);
  expect(field("Name")).toHaveValue("Alice");
  expect(field("City")).toHaveValue("Zurich");
  expect(field("Password")).toHaveValue("");
});

test("a form that was sent, and one that is as at its start, are not saved", async () => {
  const { unmount } = render(<Screen save={() => Promise.resolve()} />);
  await userEvent.type(field("Name"), "A");
  expect(savedDraft("test", null)).not.toBeNull();
  await userEvent.clear(field("Name"));
  expect(savedDraft("test", null)).toBeNull();

  await userEvent.type(field("Name"), "Alice");
  await press();
  await waitFor(() => expect(savedDraft("test", null)).toBeNull());
  unmount();
  render(<Screen save={() => Promise.resolve()} />);
  expect(field("Name")).toHaveValue("");
});

test("what was changed elsewhere by then is not put back", async () => {
  const { unmount } = render(<Screen save={() => Promise.resolve()} />);
  await userEvent.type(field("Name"), "Alice");
  unmount();
  render(<Screen save={() => Promise.resolve()} city="Bern" />);
  expect(field("Name")).toHaveValue("Alice");
  expect(field("City")).toHaveValue("Bern");
});

test("another account does not see it", async () => {
  const { unmount } = render(<Screen save={() => Promise.resolve()} owner="alice" />);
  await userEvent.type(field("Name"), "Alice");
  unmount();
  render(<Screen save={() => Promise.resolve()} owner="bruno" />);
  expect(field("Name")).toHaveValue("");
});

test.each([[null], ["text"], [[1, 2]], [{ name: 7, city: null, extra: "x" }], [{ password: "secret" }]])(
  "a draft of an older version loses only what does not fit: %j",
  (stored) => {
    saveDraft("test", null, stored);
    render(<Screen save={() => Promise.resolve()} />);
    expect(field("Name")).toHaveValue("");
    expect(field("City")).toHaveValue("Zurich");
    expect(field("Password")).toHaveValue("");
  },
);

type Listed = { places: readonly { code: string; city: string }[] };

function List(): ReactElement {
  const form = useForm<Listed>({
    initial: { places: [] },
    draft: {
      name: "list",
      owner: null,
      lists: {
        places: (entry) =>
          ["code", "city"].every(
            (name) => typeof (entry as Partial<Record<string, unknown>> | null)?.[name] === "string",
          ),
      },
    },
    check: () => ({}),
    save: () => Promise.resolve(),
    explain: (error) => error as FormError,
  });
  return <p>{form.values.places.map(({ code, city }) => `${code} ${city.toUpperCase()}`).join(", ")}</p>;
}

test.each([[null], [{}], ["8001"], [[null]], [["8001"]], [[{ code: "8001" }]], [[{ code: 8001, city: "Zurich" }]]])(
  "a list of an older version whose entries do not fit is left out: %j",
  (places) => {
    saveDraft("list", null, { places });
    const { container } = render(<List />);
    expect(container).toHaveTextContent(/^$/);
  },
);

test("a list that fits is there again", () => {
  saveDraft("list", null, { places: [{ code: "8001", city: "Zurich" }] });
  render(<List />);
  expect(screen.getByText("8001 ZURICH")).toBeVisible();
});

test("a password is seen by whoever asks, and hidden again", async () => {
  render(<Screen save={() => Promise.resolve()} />);
  expect(field("Password")).toHaveAttribute("type", "password");
  await userEvent.click(screen.getByRole("button", { name: "Show password" }));
  expect(field("Password")).toHaveAttribute("type", "text");
  await userEvent.click(screen.getByRole("button", { name: "Hide password" }));
  expect(field("Password")).toHaveAttribute("type", "password");
});
