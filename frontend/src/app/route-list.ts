import type { ComponentType } from "react";

import type { Namespace } from "@/i18n/catalogue";
import { t } from "@/i18n/i18n";

import type { Guard } from "./account-boundary";
import type routesFile from "./routes.json";
import type * as signInPages from "./sign-in-pages";
import type * as workspacePages from "./workspace-pages";

/** A path of the app; the server reads it from routes.json, with what the browser is to fetch early. */
export type Path = keyof (typeof routesFile)["routes"];
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

/** The pages of a provider's workspace; where their code lies is no part of everybody's first page. */
const work = (): Promise<typeof workspacePages> => import("./workspace-pages");

/** Likewise the pages of signing in. */
const signingIn = (): Promise<typeof signInPages> => import("./sign-in-pages");

/** A page of a provider's workspace. */
const workspace = (heading: () => string): Guard => ({
  needs: "provider",
  heading,
  backTo: "/profile",
  width: "page",
  signIn: () => ({ title: t("provider.signIn.title"), body: t("provider.signIn.body") }),
});

/** Every page of the app. Pages in app/pages compose several features. */
export const routeList: Record<Path, Declared> = {
  "/": {
    texts: ["home", "providers"],
    page: async () => (await import("./pages/home-page")).HomePage,
  },
  "/login": {
    texts: ["auth"],
    page: async () => (await signingIn()).login(),
  },
  "/login/help": {
    texts: ["auth"],
    page: async () => (await signingIn()).help(),
  },
  "/login/second-step": {
    texts: ["auth"],
    page: async () => (await signingIn()).secondStep(),
  },
  "/email-link": {
    texts: ["auth"],
    page: async () => (await signingIn()).emailLink(),
  },
  "/register": {
    texts: ["auth"],
    page: async () => (await signingIn()).register(),
  },
  "/booking": {
    texts: ["booking", "providers", "amount"],
    guard: { needs: "session", isPublic: true, heading: () => t("booking.title"), backTo: "/", width: "page" },
    page: async () => (await import("./pages/booking-page")).BookingPage,
  },
  "/checkout": {
    texts: ["checkout", "paying", "cards", "amount"],
    page: async () => (await import("@/features/checkout/checkout-page")).CheckoutPage,
  },
  "/checkout/:orderId": {
    texts: ["checkout", "paying", "cards", "amount"],
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
    guard: { needs: "session", heading: () => t("tracking.tracking.title"), width: "page" },
    page: async () => (await import("./pages/tracking-page")).TrackingPage,
  },
  "/providers/:providerId": {
    texts: ["providerPage"],
    page: async () => (await import("@/features/provider-profile/provider-page")).ProviderPage,
  },
  "/history": {
    texts: ["history", "rating", "offline"],
    guard: { needs: "session", heading: () => t("history.history.title"), width: "page" },
    page: async () => (await import("./pages/history-page")).HistoryPage,
  },
  "/notifications": {
    texts: ["notifications"],
    guard: { needs: "session", heading: () => t("notifications.notifications.title"), backTo: "/" },
    page: async () => (await import("@/features/notifications/notifications-page")).NotificationsPage,
  },
  "/profile": {
    texts: ["profile"],
    guard: { needs: "session", heading: () => t("profile.profile.title") },
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
  "/profile/security": {
    texts: ["profile", "security"],
    guard: { needs: "account", heading: () => t("security.title"), backTo: "/profile/settings" },
    page: async () => (await import("@/features/profile/security-page")).SecurityPage,
  },
  "/provider": {
    texts: ["provider", "messages", "week", "amount", "offline"],
    guard: workspace(() => t("provider.workspace.title")),
    page: async () => (await work()).today(),
  },
  "/provider/schedule": {
    texts: ["provider", "week"],
    guard: workspace(() => t("week.title")),
    page: async () => (await work()).week(),
  },
  "/provider/messages": {
    texts: ["provider", "messages"],
    guard: workspace(() => t("provider.messages.title")),
    page: async () => (await work()).messages(),
  },
  "/provider/earnings": {
    texts: ["provider", "earnings"],
    guard: workspace(() => t("earnings.title")),
    page: async () => (await work()).earnings(),
  },
  "/provider/settings": {
    texts: ["provider", "providerSettings", "apply"],
    guard: workspace(() => t("providerSettings.title")),
    page: async () => (await work()).settings(),
  },
  "/provider/apply": {
    texts: ["apply"],
    page: async () => (await import("@/features/apply/apply-page")).ApplyPage,
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
    guard: { needs: "session", isPublic: true, heading: () => t("privacy.accountPrivacy.title"), backTo: "/privacy" },
    page: async () => (await import("@/features/privacy/account-privacy-page")).AccountPrivacyPage,
  },
  "/support": {
    texts: ["support", "contact"],
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
    texts: ["recurring", "cards", "amount"],
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
