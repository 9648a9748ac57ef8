import { screen } from "@testing-library/react";
import { expect, test } from "vitest";

import { makeApplication } from "@/test/application";
import { axeViolations, renderScreen } from "@/test/render";
import { alice, serve, signedIn } from "@/test/server";

import { ApplyPage } from "./apply-page";

const submitted = makeApplication({
  status: "submitted",
  submittedAt: "2026-11-23T09:00:00Z",
  decisionBy: "2026-12-02",
});

test.each([
  [false, submitted, true],
  [true, submitted, false],
  [false, makeApplication({ status: "rejected", note: "No cover." }), false],
])(
  "whoever waits for a decision reads whether an email brings it: confirmed %s",
  async (emailVerified, application, isWarned) => {
    serve({
      "GET /api/auth/session": { body: { ...signedIn, user: { ...alice, emailVerified } } },
      "GET /api/provider-application": { body: application },
    });
    const { container } = renderScreen(<ApplyPage />, { at: "/provider/apply" });

    await screen.findByRole("heading", { level: 2, name: /^Your application/ });
    if (isWarned) {
      expect(await screen.findByText(/Until you open it, news comes in the app only\.$/)).toBeVisible();
      expect(screen.getByRole("button", { name: "Send again" })).toBeVisible();
      expect(await axeViolations(container)).toEqual([]);
    } else {
      expect(screen.queryByText("Confirm your email address")).not.toBeInTheDocument();
    }
  },
);
