import { createHmac } from "node:crypto";

import { PASSWORD, type Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";
import { toast } from "../support/page.ts";
import { fillSignIn, signOut } from "../support/sign-out.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The authenticator app's code, `later` half minutes from now (RFC 6238). */
function code(secret: string, later = 0): string {
  const bits = Array.from(secret, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const digest = createHmac("sha1", key).update(counter).digest();
  const number = digest.readUInt32BE((digest[19] ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** A virtual authenticator with passkeys and user verification. */
async function addAuthenticator({ context, page }: Person): Promise<void> {
  const tools = await context.newCDPSession(page);
  await tools.send("WebAuthn.enable");
  await tools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
}

test("a passkey that was added signs in without an address typed", async ({ make, users }) => {
  const { users: made } = await make({ users: [{ ref: "alice" }] });
  const alice = await users.signedIn(made.alice);
  const { page } = alice;
  await addAuthenticator(alice);
  await page.goto("/profile/settings");
  await page.getByRole("link", { name: /^Sign-in and security/ }).click();

  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill("My telephone");
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(toast(page, "Passkey added")).toBeVisible();
  await expect(page.getByText("My telephone").first()).toBeVisible();
  await page.goto("/profile");
  await signOut(page);
  await page.goto("/login?next=%2Fprofile%2Fsecurity");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();

  await expect(page).toHaveURL("/profile/security");
  await expect(page.getByText("You signed in here with a passkey.").first()).toBeVisible();
  await page.getByRole("button", { name: "Remove My telephone" }).click();
  const removal = page.getByRole("dialog", { name: "Remove" });
  await removal.getByLabel("Current password").fill(PASSWORD);
  await removal.getByRole("button", { name: "Remove" }).click();
  await expect(toast(page, "Passkey removed")).toBeVisible();
});

test("with an authenticator app the password alone signs nobody in, and an operator's code opens the admin site", async ({
  make,
  users,
}) => {
  const { users: made } = await make({ users: [{ ref: "dora", firstName: "Dora", operator: "all" }] });
  const dora = await users.signedIn(made.dora);
  const { page, pageErrors } = dora;
  await page.goto("/profile/security");
  await page.getByRole("button", { name: "Set up" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await dialog.getByLabel("Current password").fill(PASSWORD);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" }).first()).toBeVisible();
  const secret = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByLabel("Code").fill(code(secret, -1));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByRole("list", { name: "Your recovery codes" }).first()).toBeVisible();
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("10 recovery codes are left.").first()).toBeVisible();

  await page.goto("/profile");
  await signOut(page);
  await page.goto("/login?next=%2Fprofile%2Fsecurity");
  pageErrors.expectResponse(403, "/api/auth/login");
  await fillSignIn(dora, made.dora.email);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  await page.getByLabel("Code").fill(code(secret));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page).toHaveURL("/profile/security");
  await expect(page.getByText("You signed in here with your password.").first()).toBeVisible();
  const admin = await page.goto("/admin/");
  expect([admin?.status(), new URL(page.url()).pathname]).toEqual([200, "/admin/"]);
});
