import { expect, test } from "vitest";

import { pagesOf, staticRoutes } from "./app-routes";

const isPage = pagesOf([
  "/",
  "/history",
  "/booking",
  "/services",
  "/checkout/:orderId",
  "/pay/:token",
  "/provider/schedule",
  "/providers/:providerId",
  "/tracking/:orderId?",
]);

test.each([
  "/",
  "/history",
  "/tracking",
  "/tracking/5b6b2e9e",
  "/checkout/5b6b2e9e",
  "/providers/5b6b2e9e",
  "/provider/schedule",
  "/pay/a-token",
])("%s is a page of the app", (path) => {
  expect(isPage(path)).toBe(true);
});

test.each([
  "/admin",
  "/admin/",
  "/admin/orders/order/",
  "/back-office/history",
  "/api",
  "/api/orders",
  "/auth/google",
  "/static/app/favicon.svg",
  "/media/papers/1.pdf",
  "/healthz",
  "/shell",
  "/sw.js",
  "/services/",
  "/tracking/",
  "/tracking/a/b",
  "/booking/x",
  "/providers",
  "/nothing",
])("%s is none", (path) => {
  expect(isPage(path)).toBe(false);
});

test("a browser that supports static routes asks the worker for the app's pages alone", () => {
  const routes = staticRoutes(["/", "/tracking/:orderId?"]);

  expect(routes).toEqual([
    { condition: { requestMode: "navigate", urlPattern: { pathname: "/" } }, source: "fetch-event" },
    { condition: { requestMode: "navigate", urlPattern: { pathname: "/tracking/:orderId?" } }, source: "fetch-event" },
    { condition: { requestMode: "navigate" }, source: "network" },
    { condition: { urlPattern: { pathname: "/api/*" } }, source: "network" },
  ]);
});
