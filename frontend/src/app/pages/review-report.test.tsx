import { screen, within, type BoundFunctions, type queries } from "@testing-library/react";
import { Route, Routes } from "react-router-dom";
import { beforeEach, expect, test } from "vitest";

import { forgetDrafts } from "@/lib/drafts";
import { axeViolations, enter, renderScreen } from "@/test/render";
import { makeDetails, serve, signedIn } from "@/test/server";
import { ProviderPage } from "@/features/provider-profile/provider-page";

import { PageFrame } from "../page-frame";

const rude = {
  id: "66666666-6666-4666-8666-666666666666",
  rating: 1,
  comment: "He drinks.",
  authorName: "Emil R.",
  createdAt: "2026-11-02T09:00:00Z",
  answer: null,
  answeredAt: null,
};
const bruno = makeDetails({ reviewCount: 1, reviews: [rude] });
const DETAILS = { [`GET /api/providers/details/${bruno.id}?from=8001`]: { body: bruno } };
const REPORT = `POST /api/reviews/${rude.id}/report`;

beforeEach(() => {
  window.localStorage.clear();
  forgetDrafts();
});

function show(): ReturnType<typeof renderScreen> {
  return renderScreen(
    <Routes>
      <Route path="/providers/:providerId" element={<PageFrame page="/providers/:providerId" Page={ProviderPage} />} />
    </Routes>,
    { at: `/providers/${bruno.id}` },
  );
}

async function opened(user: ReturnType<typeof renderScreen>["user"]): Promise<BoundFunctions<typeof queries>> {
  await user.click(await screen.findByRole("button", { name: "Report the review by Emil R." }));
  return within(await screen.findByRole("dialog", { name: "Report this review" }));
}

test("somebody with an account says what is wrong with a review", async () => {
  const server = serve({
    "GET /api/auth/session": { body: signedIn },
    ...DETAILS,
    [REPORT]: {
      status: 201,
      body: { id: "p1", reason: "untrue", words: "He does not.", createdAt: "2026-11-20T09:00:00Z" },
    },
  });
  const { user, container } = show();
  const dialog = await opened(user);

  await user.click(await dialog.findByRole("button", { name: "Send report" }));
  expect(dialog.getByText("Please choose what is wrong")).toBeVisible();
  await user.selectOptions(dialog.getByRole("combobox", { name: "What is wrong with it?" }), "Not true");
  await enter(user, dialog.getByRole("textbox", { name: "What should we know? (Optional)" }), "He does not.");
  expect(await axeViolations(container.ownerDocument.body)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Send report" }));

  expect(await screen.findByText("We look into it and tell you what we decide.")).toBeVisible();
  expect(server.callsOf(REPORT).map((call) => call.body)).toEqual([{ reason: "untrue", words: "He does not." }]);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("something else needs words", async () => {
  const server = serve({ "GET /api/auth/session": { body: signedIn }, ...DETAILS });
  const { user } = show();
  const dialog = await opened(user);

  await user.selectOptions(await dialog.findByRole("combobox", { name: "What is wrong with it?" }), "Something else");
  await user.click(dialog.getByRole("button", { name: "Send report" }));

  expect(dialog.getByText("Please say what is wrong")).toBeVisible();
  expect(dialog.getByRole("textbox", { name: "What is wrong?" })).toHaveFocus();
  expect(server.callsOf(REPORT)).toHaveLength(0);
});

test("a second report is told that the first is being looked into, and keeps its words", async () => {
  const sentence = "You have reported this review already. We are looking into it.";
  serve({
    "GET /api/auth/session": { body: signedIn },
    ...DETAILS,
    [REPORT]: { status: 409, body: { message: sentence, code: "already_reported" } },
  });
  const { user } = show();
  const dialog = await opened(user);

  await user.selectOptions(await dialog.findByRole("combobox", { name: "What is wrong with it?" }), "Advertising");
  await enter(user, dialog.getByRole("textbox"), "Again.");
  await user.click(dialog.getByRole("button", { name: "Send report" }));

  expect(await dialog.findByText(sentence)).toBeVisible();
  expect(dialog.getByRole("textbox")).toHaveValue("Again.");
});

test("a visitor signs in first, and comes back to the provider", async () => {
  serve(DETAILS);
  const { user } = show();
  const dialog = await opened(user);

  expect(await dialog.findByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    `/login?next=${encodeURIComponent(`/providers/${bruno.id}`)}`,
  );
});
