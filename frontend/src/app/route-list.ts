import type { ComponentType } from "react";

import type { Namespace } from "@/i18n/catalogue";
import { t } from "@/i18n/i18n";

import type { Guard } from "./account-boundary";
import type served from "./routes.json";

/** A path of the app; the server reads it from routes.json, with what the browser is to fetch early. */
export type Path = keyof (typeof served)["routes"];
/** What a page's title, description and keywords are found by, among the texts "metadata". */
export type PageName = Path | "notFound";

export type Declared = {
  /** The texts that the page shows. */
  texts: readonly Namespace[];
  /** Whom the page needs; anybody where nothing stands. */
  guard?: Guard;
  /** The page's code, fetched when it is first shown: every page is a chunk of its own. */
  page: () => Promise<ComponentType>;
};

/** Every page of the app. Pages in app/pages compose several features. */
export const routeList: Record<Path, Declared> = {
  "/": {
    texts: ["home", "providers"],
    page: async () => (await import("./pages/home-page")).HomePage,
  },
  "/login": {
    texts: ["auth"],
    page: async () => (await import("@/features/auth/login-page")).LoginPage,
  },
  "/register": {
    texts: ["auth"],
    page: async () => (await import("@/features/auth/register-page")).RegisterPage,
  },
  "/booking": {
    texts: ["booking", "providers", "amount"],
    guard: { needs: "answer", isPublic: true, heading: () => t("booking.title"), backTo: "/", width: "page" },
    page: async () => (await import("./pages/booking-page")).BookingPage,
  },
  "/checkout": {
    texts: ["checkout", "paying", "amount"],
    page: async () => (await import("@/features/checkout/checkout-page")).CheckoutPage,
  },
  "/checkout/:orderId": {
    texts: ["checkout", "paying", "amount"],
    guard: { needs: "account", heading: () => t("checkout.title"), backTo: "/history", signIn: () => ({ title: t("checkout.signIn.title"), body: t("checkout.signIn.body") }) },
    page: async () => (await import("@/features/checkout/checkout-page")).CheckoutPage,
  },
  "/pay/:token": {
    texts: ["payLink", "paying", "amount"],
    page: async () => (await import("@/features/pay-link/pay-link-page")).PayLinkPage,
  },
  "/skip/:token": {
    texts: ["skipLink"],
    page: async () => (await import("@/features/skip-link/skip-link-page")).SkipLinkPage,
  },
  "/tracking/:orderId?": {
    texts: ["tracking", "messages", "rating", "amount", "paying", "offline"],
    guard: { needs: "answer", heading: () => t("tracking.tracking.title"), width: "page" },
    page: async () => (await import("./pages/tracking-page")).TrackingPage,
  },
  "/providers/:providerId": {
    texts: ["providerPage"],
    page: async () => (await import("@/features/provider-page/provider-page")).ProviderPage,
  },
  "/history": {
    texts: ["history", "rating", "offline"],
    guard: { needs: "answer", heading: () => t("history.history.title"), width: "page" },
    page: async () => (await import("./pages/history-page")).HistoryPage,
  },
  "/notifications": {
    texts: ["notifications"],
    guard: { needs: "answer", heading: () => t("notifications.notifications.title"), backTo: "/" },
    page: async () => (await import("@/features/notifications/notifications-page")).NotificationsPage,
  },
  "/profile": {
    texts: ["profile"],
    guard: { needs: "answer", heading: () => t("profile.profile.title") },
    page: async () => (await import("@/features/profile/profile-page")).ProfilePage,
  },
  "/profile/edit": {
    texts: ["profile"],
    guard: { needs: "account", heading: () => t("profile.profileEdit.title"), backTo: "/profile" },
    page: async () => (await import("@/features/profile/profile-edit-page")).ProfileEditPage,
  },
  "/profile/addresses": {
    texts: ["profile"],
    guard: { needs: "account", heading: () => t("profile.addresses.title"), backTo: "/profile" },
    page: async () => (await import("@/features/profile/addresses-page")).AddressesPage,
  },
  "/profile/payment-methods": {
    texts: ["profile", "cards", "paying"],
    guard: { needs: "account", heading: () => t("cards.title"), backTo: "/profile" },
    page: async () => (await import("@/features/profile/payment-methods-page")).PaymentMethodsPage,
  },
  "/profile/settings": {
    texts: ["profile"],
    guard: { needs: "account", heading: () => t("profile.settings.title"), backTo: "/profile" },
    page: async () => (await import("@/features/profile/settings-page")).SettingsPage,
  },
  "/provider": {
    texts: ["provider", "messages", "week", "amount", "offline"],
    guard: { needs: "provider", heading: () => t("provider.workspace.title"), backTo: "/profile", width: "page", signIn: () => ({ title: t("provider.signIn.title"), body: t("provider.signIn.body") }) },
    page: async () => (await import("./pages/workspace-page")).WorkspacePage,
  },
  "/provider/schedule": {
    texts: ["provider", "week"],
    guard: { needs: "provider", heading: () => t("week.title"), backTo: "/provider", width: "page", signIn: () => ({ title: t("provider.signIn.title"), body: t("provider.signIn.body") }) },
    page: async () => (await import("@/features/provider/week-page")).WeekPage,
  },
  "/provider/apply": {
    texts: ["provider"],
    page: async () => (await import("@/features/provider/apply-page")).ApplyPage,
  },
  "/terms": {
    texts: ["legal"],
    page: async () => (await import("@/features/legal/terms-page")).TermsPage,
  },
  "/privacy": {
    texts: ["legal"],
    page: async () => (await import("@/features/legal/privacy-page")).PrivacyPage,
  },
  "/account/privacy": {
    texts: ["privacy"],
    page: async () => (await import("@/features/privacy/account-privacy-page")).AccountPrivacyPage,
  },
  "/support": {
    texts: ["support"],
    page: async () => (await import("@/features/support/support-page")).SupportPage,
  },
  "/services": {
    texts: ["support"],
    page: async () => (await import("@/features/support/services-page")).ServicesPage,
  },
  "/help": {
    texts: ["support"],
    page: async () => (await import("@/features/support/help-page")).HelpPage,
  },
  "/recurring": {
    texts: ["recurring", "amount"],
    guard: { needs: "account", heading: () => t("recurring.title"), backTo: "/profile", signIn: () => ({ title: t("recurring.signIn.title"), body: t("recurring.signIn.body") }) },
    page: async () => (await import("./pages/recurring-page")).RecurringPage,
  },
  "/schedule-test": {
    texts: ["labs", "scheduling", "recurring", "amount"],
    page: async () => (await import("./pages/schedule-test-page")).ScheduleTestPage,
  },
  "/offline-test": {
    texts: ["labs", "offline"],
    page: async () => (await import("@/features/labs/offline-test-page")).OfflineTestPage,
  },
};
