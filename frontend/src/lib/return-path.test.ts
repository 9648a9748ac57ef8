import { expect, test } from "vitest";

import { ownPath, savedReturnPath, saveReturnPath, signInLink } from "./return-path";

test.each(["/booking?providerId=1&service=premium", "/history", "/", "/tracking/1#top"])("leads back to %s", (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  "//evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/..//evil.example",
  "/.//evil.example",
  "/%2e%2e//evil.example",
  "/\n//evil.example",
  "https://evil.example/",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "booking",
  "",
  " /booking",
])("never leaves the app for %j", (address) => {
  const path = ownPath(address);

  expect(path === null || new URL(path, "https://suuber.example").origin === "https://suuber.example").toBe(true);
  expect(path ?? "").not.toContain("evil.example");
});

test.each([
  "/api/auth/session",
  "/api",
  "/api?x=1",
  "/%61pi/orders",
  "/api%2Forders",
  "/history/../api/orders",
  "/history/%2e%2e/api/orders",
  "/auth/google",
  "/admin/",
  "/static/app/assets/main.js",
  "/media/x",
  "/sw.js",
  "/%",
])("does not lead to %s, which is no page", (path) => {
  expect(ownPath(path)).toBeNull();
});

test.each(["/apiary", "/history/api", "/tracking/static", "/account/privacy"])(
  "a page may be called like %s",
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

test.each(["/login", "/login?next=%2F", "/register"])("does not lead back to %s", (path) => {
  expect(ownPath(path)).toBeNull();
});

test("links to the sign-in page with the way back", () => {
  expect(signInLink("/booking?providerId=1&service=premium")).toBe(
    "/login?next=%2Fbooking%3FproviderId%3D1%26service%3Dpremium",
  );
  expect(signInLink("/history", "/register")).toBe("/register?next=%2Fhistory");
  expect(signInLink("//evil.example")).toBe("/login");
});

test("saves the way back for later, and forgets it", () => {
  saveReturnPath("/checkout/1");
  expect(savedReturnPath()).toBe("/checkout/1");

  saveReturnPath(null);
  expect(savedReturnPath()).toBeNull();
});
