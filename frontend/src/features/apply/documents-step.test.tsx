import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import { document, makeApplication } from "@/test/application";
import { setOnline } from "@/test/connection";
import { axeViolations, renderScreen } from "@/test/render";
import { serve, signedIn, type TestServer } from "@/test/server";
import { receiveUploads, type SentFile } from "@/test/uploads";

import { ApplyScreen } from "./apply-screen";

const READ = "GET /api/provider-application";
const without = makeApplication({ documents: { ...makeApplication().documents, idDocument: null } });

type Shown = ReturnType<typeof renderScreen> & { server: TestServer; sent: SentFile[] };

function open(application = without): Shown {
  const server = serve({ "GET /api/auth/session": { body: signedIn }, [READ]: { body: application } });
  const sent = receiveUploads();
  return { ...renderScreen(<ApplyScreen notice={null} />, { at: "/provider/apply?step=3" }), server, sent };
}

const row = (name: string): Promise<HTMLElement> => screen.findByRole("group", { name });
const passport = new File(["%PDF-1.7"], "passport.pdf", { type: "application/pdf" });

async function choose({ user }: Shown, name: string, file: File): Promise<void> {
  await user.upload(within(await row(name)).getByLabelText(new RegExp(`for ${name}`)), file);
}

test("a file goes out as it is chosen, shows how far it is, and is there", async () => {
  const shown = open();
  expect(await screen.findByRole("heading", { level: 1, name: "Document Upload" })).toBeVisible();
  expect(await axeViolations(shown.container)).toEqual([]);

  await choose(shown, "ID Document", passport);
  await waitFor(() => expect(shown.sent).toHaveLength(1));
  const [upload] = shown.sent;
  expect(upload?.route).toBe("PUT /api/provider-application/documents/idDocument");
  expect(upload?.file.name).toBe("passport.pdf");
  expect(upload?.headers["x-csrftoken"]).toBe("token-1");

  act(() => upload?.goneOut(0.4));
  expect(
    await within(await row("ID Document")).findByRole("progressbar", { name: "Uploading passport.pdf" }),
  ).toHaveAttribute("aria-valuenow", "40");
  expect(screen.getByRole("button", { name: "Uploading..." })).toBeDisabled();

  shown.server.setHandlers({ [READ]: { body: makeApplication() } });
  act(() => upload?.respond(200, document("passport.pdf")));
  expect(await within(await row("ID Document")).findByRole("link", { name: "Open passport.pdf" })).toBeVisible();
  expect(screen.getByText("ID Document uploaded.")).toBeInTheDocument();
  expect(await screen.findByRole("button", { name: "Continue" })).toBeEnabled();
});

test("what the server says of a file stands at its row", async () => {
  const shown = open();
  await choose(shown, "ID Document", passport);
  await waitFor(() => expect(shown.sent).toHaveLength(1));

  act(() =>
    shown.sent[0]?.respond(400, {
      message: "Please choose a PDF, JPEG or PNG file.",
      code: "file_type",
      fields: { file: [""] },
    }),
  );

  expect(await within(await row("ID Document")).findByRole("alert")).toHaveTextContent(
    "Please choose a PDF, JPEG or PNG file.",
  );
});

test("a connection that breaks is said, and the same file can be sent again", async () => {
  const shown = open();
  await choose(shown, "ID Document", passport);
  await waitFor(() => expect(shown.sent).toHaveLength(1));
  act(() => shown.sent[0]?.breakOff());
  expect(await within(await row("ID Document")).findByRole("alert")).toHaveTextContent(/No connection to Suuber/);

  await choose(shown, "ID Document", passport);
  await waitFor(() => expect(shown.sent).toHaveLength(2));
});

test("a file of more than 10 MB is not even sent", async () => {
  const shown = open();
  await choose(
    shown,
    "ID Document",
    new File([new Uint8Array(10 * 1024 * 1024 + 1)], "scan.png", { type: "image/png" }),
  );

  expect(await within(await row("ID Document")).findByRole("alert")).toHaveTextContent(
    "The file is larger than 10 MB.",
  );
  expect(shown.sent).toEqual([]);
});

test("goes on only with everything that is required, and leads to what is missing", async () => {
  const shown = open();
  await shown.user.click(await screen.findByRole("button", { name: "Continue" }));

  const idDocument = within(await row("ID Document"));
  expect(idDocument.getByRole("alert")).toHaveTextContent("ID Document is required");
  await waitFor(() => expect(idDocument.getByLabelText(/for ID Document/)).toHaveFocus());
  expect(within(await row("References")).queryByRole("alert")).not.toBeInTheDocument();
});

test("a document is removed after a question", async () => {
  const complete = makeApplication();
  const shown = open({
    ...complete,
    documents: { ...complete.documents, references: document("letters.pdf"), idDocument: null },
  });
  shown.server.setHandlers({ "DELETE /api/provider-application/documents/references": { status: 204 } });

  await shown.user.click(within(await row("References")).getByRole("button", { name: "Remove References" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remove this document?" }));
  shown.server.setHandlers({ [READ]: { body: without } });
  await shown.user.click(dialog.getByRole("button", { name: "Remove document" }));

  await waitFor(() => expect(screen.queryByRole("link", { name: "Open letters.pdf" })).not.toBeInTheDocument());
  expect(screen.getByText("References removed.")).toBeInTheDocument();
});

test("says without a connection that documents need one", async () => {
  const shown = open();
  await row("ID Document");
  setOnline(false);
  try {
    act(() => void window.dispatchEvent(new Event("offline")));
    expect(await screen.findByText("Documents need a connection.")).toBeVisible();
    expect(within(await row("ID Document")).getByLabelText(/for ID Document/)).toBeDisabled();
  } finally {
    setOnline(true);
    act(() => void window.dispatchEvent(new Event("online")));
    shown.unmount();
  }
});

test("a file that is refused after its step was left is said where its person is", async () => {
  const shown = open();
  await choose(shown, "ID Document", passport);
  await waitFor(() => expect(shown.sent).toHaveLength(1));
  await shown.user.click(screen.getByRole("link", { name: "Back" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Business Details" })).toBeVisible();

  act(() => shown.sent[0]?.respond(400, { message: "The file is damaged.", code: "unreadable_file" }));

  expect(await screen.findByText("The file is damaged.")).toBeVisible();
  expect(screen.getByText("ID Document")).toBeVisible();
});
