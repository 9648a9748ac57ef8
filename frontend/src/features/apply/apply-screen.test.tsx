import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";

import type { Application, FoundLocality } from "@/api/types";
import { document, makeApplication, unbegun } from "@/test/application";
import { addressNow, axeViolations, enter, renderScreen } from "@/test/render";
import { alice, never, serve, signedIn, visitor, type TestServer } from "@/test/server";

import { ApplyScreen } from "./apply-screen";

const READ = "GET /api/provider-application";
const SAVE = "PUT /api/provider-application";
const wiedikon: FoundLocality = { postalCode: "8003", city: "Zurich", canton: "ZH", latitude: 47.37, longitude: 8.52 };

type Shown = ReturnType<typeof renderScreen> & { server: TestServer };

/** Opens the page as alice, with this application. */
function open(application: Application, at = "/provider/apply", more: Parameters<typeof serve>[0] = {}): Shown {
  const server = serve({ "GET /api/auth/session": { body: signedIn }, [READ]: { body: application }, ...more });
  return { ...renderScreen(<ApplyScreen notice={null} />, { at }), server };
}

const heading = (name: string): Promise<HTMLElement> => screen.findByRole("heading", { level: 1, name });
const field = (name: RegExp | string): HTMLElement => screen.getByRole("textbox", { name });

test("a visitor sees what it takes, and is led to sign in and back to the form", async () => {
  serve();
  const { container } = renderScreen(<ApplyScreen notice={null} />, { at: "/provider/apply" });

  expect(await screen.findByRole("link", { name: "Start application" })).toHaveAttribute(
    "href",
    "/login?next=%2Fprovider%2Fapply%3Fstep%3D1",
  );
  for (const label of [
    "Personal Information",
    "Business Details",
    "Document Upload",
    "Review & Submit",
    "Day 1",
    "Days 2-5",
    "Days 6-7",
  ]) {
    expect(screen.getByText(label)).toBeVisible();
  }
  expect(await axeViolations(container)).toEqual([]);
});

test("a customer begins with what is known of the account", async () => {
  const { user, container } = open(unbegun());

  await user.click(await screen.findByRole("link", { name: "Start application" }));

  expect(await heading("Personal Information")).toBeVisible();
  expect(screen.getByText("Step 1 of 4")).toBeVisible();
  expect(field("First Name")).toHaveValue("Alice");
  expect(field("Phone")).toHaveAttribute("placeholder", "+41 XX XXX XX XX");
  expect(screen.getByRole("link", { name: "Back to profile" })).toHaveAttribute("href", "/profile");
  expect(await axeViolations(container)).toEqual([]);
});

test("step 1 says at each field what is missing or wrong before anything is sent", async () => {
  const { user, server } = open(unbegun(), "/provider/apply?step=1");

  await enter(user, await screen.findByRole("textbox", { name: "Phone" }), "+49 30 123456");
  await user.type(field("Postal Code"), "800");
  await user.click(screen.getByRole("button", { name: "Continue" }));

  expect(field("Phone")).toHaveAccessibleDescription("Enter a Swiss phone number, for example +41 79 123 45 67.");
  expect(field("Address")).toHaveAccessibleDescription("Address is required");
  expect(field("Postal Code")).toHaveAccessibleDescription("This is not a Swiss postal code.");
  expect(field("City")).toHaveAccessibleDescription("City is required");
  await waitFor(() => expect(field("Phone")).toHaveFocus());
  expect(server.callsOf(SAVE)).toEqual([]);
});

test("what the server finds wrong stands at the field, with the focus", async () => {
  const said = "This is not a Swiss postal code.";
  const errorResponse = {
    status: 400,
    body: { message: said, code: "application_incomplete", fields: { postalCode: [said] } },
  };
  const { user, container } = open(makeApplication(), "/provider/apply?step=1", { [SAVE]: errorResponse });

  await user.clear(await screen.findByRole("textbox", { name: "Postal Code" }));
  await user.type(field("Postal Code"), "9999");
  await user.click(screen.getByRole("button", { name: "Continue" }));

  await waitFor(() => expect(field("Postal Code")).toHaveAccessibleDescription(said));
  await waitFor(() => expect(field("Postal Code")).toHaveFocus());
  expect(addressNow(container)).toBe("/provider/apply?step=1");
});

test("Continue saves the step and goes on at the heading of the next", async () => {
  const { personalInfo } = makeApplication();
  const { user, server, container } = open(makeApplication(), "/provider/apply?step=1", {
    [SAVE]: { body: makeApplication() },
  });

  await user.click(await screen.findByRole("button", { name: "Continue" }));

  expect(await heading("Business Details")).toHaveFocus();
  expect(addressNow(container)).toBe("/provider/apply?step=2");
  expect(server.callsOf(SAVE).map(({ body }) => body)).toEqual([{ personalInfo }]);
});

test.each([
  [
    "an unfinished first step",
    { personalInfo: { ...makeApplication().personalInfo, city: "" } },
    1,
    "Personal Information",
  ],
  [
    "no place that is served",
    { businessInfo: { ...makeApplication().businessInfo, serviceAreas: [] }, areas: [] },
    2,
    "Business Details",
  ],
  [
    "a company without its UID",
    { businessInfo: { ...makeApplication().businessInfo, businessType: "company" as const, businessName: "Wash" } },
    2,
    "Business Details",
  ],
  [
    "a document that is missing",
    { documents: { ...makeApplication().documents, idDocument: null } },
    3,
    "Document Upload",
  ],
  ["nothing missing", {}, 4, "Review & Submit"],
])("goes on where it stands: %s", async (_, fields, step, name) => {
  const { container } = open(makeApplication(fields), "/provider/apply?step=4");

  expect(await heading(name)).toBeVisible();
  await waitFor(() => expect(addressNow(container)).toBe(`/provider/apply?step=${step}`));
});

test("what is typed and not saved is there after a link and Back", async () => {
  const { user, unmount } = open(makeApplication(), "/provider/apply?step=2");
  await enter(user, await screen.findByRole("textbox", { name: /Experience/ }), "Three years");
  unmount();

  open(makeApplication(), "/provider/apply?step=2");
  expect(await screen.findByRole("textbox", { name: /Experience/ })).toHaveValue("Three years");
});

test("a session that ends meanwhile is said, with the way back to the same step", async () => {
  const { user, server } = open(makeApplication(), "/provider/apply?step=2");
  await enter(user, await screen.findByRole("textbox", { name: /Experience/ }), "Three years");
  server.setHandlers({
    "GET /api/auth/session": { body: visitor },
    [SAVE]: { status: 401, body: { message: "Please sign in.", code: "not_authenticated" } },
  });
  await user.click(screen.getByRole("button", { name: "Continue" }));

  expect(
    await screen.findByText("Your session has ended. Sign in again to continue where you left off."),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/login?next=%2Fprovider%2Fapply%3Fstep%3D2",
  );
});

test("a company is asked for its name and numbers, a private person is not", async () => {
  const company = { ...makeApplication().businessInfo, businessType: "company" as const };
  const { user, server, container } = open(makeApplication(), "/provider/apply?step=2", {
    [SAVE]: { body: makeApplication() },
  });

  await user.click(await screen.findByRole("radio", { name: /Company/ }));
  expect(field("UID")).toHaveAccessibleDescription("It reads like CHE-107.787.577.");
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(field("Business Name")).toHaveAccessibleDescription(/Business name is required$/);
  expect(field("UID")).toHaveAccessibleDescription(/The UID of the business is required/);

  await enter(user, field("Business Name"), "Wash GmbH");
  await enter(user, field("UID"), "CHE-107.787.577");
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() =>
    expect(server.callsOf(SAVE).map(({ body }) => body)).toEqual([
      { businessInfo: { ...company, businessName: "Wash GmbH", registrationNumber: "CHE-107.787.577" } },
    ]),
  );

  await user.click(await screen.findByRole("link", { name: "Back" }));
  expect(screen.queryByRole("textbox", { name: "UID" })).not.toBeInTheDocument();
});

test("while the business is saved its type stays as it is", async () => {
  const { user } = open(makeApplication(), "/provider/apply?step=2", { [SAVE]: never });

  await user.click(await screen.findByRole("button", { name: "Continue" }));

  expect(screen.getByRole("radio", { name: /Company/ })).toBeDisabled();
});

test("service areas are found by typing, added by Enter or a press, and removed", async () => {
  const { user, server } = open(makeApplication(), "/provider/apply?step=2", {
    "GET /api/localities?q=8003": { body: [wiedikon] },
    "GET /api/localities?q=80": { body: [] },
    "GET /api/localities?q=8": { body: [] },
    "GET /api/localities?q=800": { body: [wiedikon] },
    "GET /api/localities?q=Nowhere": { body: [] },
    [SAVE]: { body: makeApplication() },
  });
  const areas = (): (string | null)[] =>
    within(screen.getByRole("list", { name: "Chosen service areas" }))
      .getAllByRole("button")
      .map((chip) => chip.textContent);

  await user.type(await screen.findByRole("textbox", { name: "Service Areas" }), "8003");
  expect(await screen.findByRole("button", { name: "Add 8003 Zurich" })).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Continue" }));
  expect(field("Service Areas")).toHaveAccessibleDescription(/Choose a place from the list, or empty the field\./);
  await user.type(field("Service Areas"), "{Enter}");
  expect(areas()).toEqual(["8004 Zurich", "8003 Zurich"]);
  expect(field("Service Areas")).toHaveValue("");

  await user.click(screen.getByRole("button", { name: "Remove 8004 Zurich" }));
  expect(areas()).toEqual(["8003 Zurich"]);
  await user.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(server.callsOf(SAVE)).toHaveLength(1));
  expect(server.callsOf(SAVE)[0]?.body).toMatchObject({ businessInfo: { serviceAreas: ["8003"] } });
});

test("once the last service area is removed another one can be typed", async () => {
  const { user } = open(makeApplication(), "/provider/apply?step=2");

  await user.click(await screen.findByRole("button", { name: "Remove 8004 Zurich" }));

  expect(screen.queryByRole("list", { name: "Chosen service areas" })).not.toBeInTheDocument();
  expect(field("Service Areas")).toHaveFocus();
});

test("shows everything with a way to change it, hands it in, and goes to the profile", async () => {
  let application = makeApplication();
  const { user, server, container } = open(application, "/provider/apply", {
    [READ]: () => ({ body: application }),
    "POST /api/provider-application/submit": () => {
      application = makeApplication({ status: "submitted" });
      return { body: application };
    },
  });

  expect(await heading("Review & Submit")).toBeVisible();
  expect(screen.getByText("Langstrasse 5, 8004 Zurich")).toBeVisible();
  expect(screen.getByRole("link", { name: "Open passport.pdf" })).toHaveAttribute(
    "href",
    `/api/provider-application/documents/${document("").id}`,
  );
  expect(screen.getByRole("link", { name: "Change Business Details" })).toHaveAttribute(
    "href",
    "/provider/apply?step=2",
  );
  expect(await axeViolations(container)).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Submit Application" }));

  expect(await screen.findByText("Application Submitted")).toBeVisible();
  expect(screen.getByText("We will contact you within 5-7 business days.")).toBeVisible();
  await waitFor(() => expect(addressNow(container)).toBe("/profile"));
  expect(server.callsOf("POST /api/provider-application/submit")).toHaveLength(1);
});

test("what the server finds wrong at the end stands in its section, with the way there", async () => {
  const said = "This UID is not right. It reads like CHE-107.787.577.";
  const errorResponse = {
    status: 400,
    body: { message: said, code: "application_incomplete", fields: { registrationNumber: [said] } },
  };
  const { user } = open(makeApplication(), "/provider/apply", {
    "POST /api/provider-application/submit": errorResponse,
  });

  await user.click(await screen.findByRole("button", { name: "Submit Application" }));

  expect(await screen.findByText("Not submitted")).toBeVisible();
  await waitFor(() => expect(screen.getByRole("link", { name: "Change Business Details" })).toHaveFocus());
});

test("handed in, it shows by when it is decided and where it stands", async () => {
  const { container } = open(
    makeApplication({ status: "submitted", submittedAt: "2026-11-23T09:00:00Z", decisionBy: "2026-12-02" }),
  );

  expect(await screen.findByRole("heading", { name: "Your application is submitted" })).toBeVisible();
  expect(screen.getByText(/by Wed 2 Dec.* at the latest/)).toBeVisible();
  expect(screen.getAllByRole("listitem").filter((item) => item.getAttribute("aria-current") === "step")).toHaveLength(
    1,
  );
  expect(await axeViolations(container)).toEqual([]);
});

test("where a change is asked for, the form is open with what is asked", async () => {
  open(makeApplication({ status: "changes", note: "The certificate cannot be read." }));

  expect(await heading("Review & Submit")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Your application needs a change" })).toBeVisible();
  expect(screen.getByText("The certificate cannot be read.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Submit Application" })).toBeEnabled();
});

test("turned down, it says why, and is begun again with everything", async () => {
  const { user, server, container } = open(
    makeApplication({ status: "rejected", note: "No insurance." }),
    "/provider/apply",
    {
      "POST /api/provider-application/again": { body: makeApplication() },
    },
  );

  expect(await screen.findByText("No insurance.")).toBeVisible();
  server.setHandlers({ [READ]: { body: makeApplication({ note: "No insurance." }) } });
  await user.click(screen.getByRole("button", { name: "Apply again" }));

  expect(await heading("Personal Information")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Your application was not accepted" })).toBeVisible();
  expect(screen.getByText("No insurance.")).toBeVisible();
  expect(addressNow(container)).toBe("/provider/apply?step=1");
  expect(server.callsOf("POST /api/provider-application/again")).toHaveLength(1);
});

test("approved, it leads to the workspace once the session knows of it", async () => {
  let asked = 0;
  const session = (): { body: typeof signedIn } => {
    asked += 1;
    return { body: asked === 1 ? signedIn : { ...signedIn, user: { ...alice, isProvider: true, providerId: "p1" } } };
  };
  open(makeApplication({ status: "approved", coverEndsOn: "2020-01-31", coverState: "ended" }), "/provider/apply", {
    "GET /api/auth/session": session,
  });

  expect(await screen.findByRole("link", { name: "Open your workspace" })).toHaveAttribute("href", "/provider");
  expect(screen.getByText(/Your insurance ended on .*31 Jan 2020/)).toBeVisible();
  expect(screen.getByText("Replace")).toBeVisible();
  expect(screen.queryByRole("button", { name: /Remove/ })).not.toBeInTheDocument();
  await waitFor(() => expect(asked).toBe(2));
});

test("approved, it says of a recorded insurance that it is too little, whenever it ends", async () => {
  open(makeApplication({ status: "approved", coverEndsOn: "2030-01-31", coverState: "too_low" }));

  expect(await screen.findByText(/^Your recorded insurance covers less than 1M CHF\. New bookings are/)).toBeVisible();
  expect(screen.queryByText(/Your insurance is recorded until/)).not.toBeInTheDocument();
});

const renewed = { status: "approved", coverEndsOn: "2030-01-31", coverState: "enough" } as const;

test("approved, it says that a new certificate is being read", async () => {
  open(makeApplication({ ...renewed, certificateState: "waits" }));

  expect(await screen.findByText("Thank you. We read the new certificate and record it.")).toBeVisible();
  expect(screen.queryByText(/Send the new certificate/)).not.toBeInTheDocument();
});

test("approved, it says why a new certificate cannot be used", async () => {
  open(makeApplication({ ...renewed, certificateState: "refused", note: "It cannot be read." }));

  expect(await screen.findByText("We cannot use the certificate that you sent: It cannot be read.")).toBeVisible();
  expect(screen.queryByText(/Thank you/)).not.toBeInTheDocument();
});

test("approved, it asks for another certificate where no reason was recorded", async () => {
  open(makeApplication({ ...renewed, certificateState: "refused", note: "" }));

  const sentence = "We cannot use the certificate that you sent. Please send another one.";
  expect(await screen.findByText(sentence)).toBeVisible();
});

test("says so where it cannot be loaded, and tries again", async () => {
  const { user, server } = open(makeApplication(), "/provider/apply", { [READ]: { status: 500, body: "broken" } });

  expect(await screen.findByRole("alert")).toHaveTextContent("Your application could not be loaded.");
  server.setHandlers({ [READ]: { body: makeApplication() } });
  await user.click(screen.getByRole("button", { name: "Try again" }));

  expect(await heading("Review & Submit")).toBeVisible();
});
