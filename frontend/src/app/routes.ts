import type { ComponentType } from "react";

import type { Namespace } from "@/i18n/catalogue";
import { t } from "@/i18n/i18n";

import type { Guard } from "./account-boundary";

/** A page of the app. */
export type Route = {
  /** The same for everybody: in the sitemap, and prerendered completely. */
  isListed?: true;
  /** The first render is the same for every URL of the page (as with a guard), so it is prerendered. */
  beginsAlike?: true;
  /** The message namespaces that the page uses. */
  texts: readonly Namespace[];
  /** Who may see the page; undefined is everybody. */
  guard?: Guard;
  /** Loads the page's chunk when it is first shown. */
  page: () => Promise<ComponentType>;
};

/** The guard of a provider's workspace page. */
const workspace = (heading: () => string): Guard => ({
  needs: "provider",
  heading,
  backTo: "/profile",
  width: "page",
  signIn: () => ({ title: t("provider.signIn.title"), body: t("provider.signIn.body") }),
});

/** The guard of a page of the account. */
const account = (heading: () => string, backTo = "/profile"): Guard => ({ needs: "account", heading, backTo });

// The only list of the app's pages, by route path. The build writes routes.json from it (scripts/route-file.ts), for
// the server and the service worker. Pages in app/pages combine several features.
const declared = {
  "/": {
    isListed: true,
    texts: ["home", "providers"],
    page: async () => (await import("./pages/home-page")).HomePage,
  },
  "/services": {
    isListed: true,
    texts: ["support"],
    page: async () => (await import("@/features/support/services-page")).ServicesPage,
  },
  "/support": {
    isListed: true,
    texts: ["support", "contact"],
    page: async () => (await import("@/features/support/support-page")).SupportPage,
  },
  "/help": {
    isListed: true,
    texts: ["support"],
    page: async () => (await import("./pages/help-page")).HelpPage,
  },
  "/terms": {
    isListed: true,
    texts: ["legal"],
    page: async () => (await import("@/features/legal/terms-page")).TermsPage,
  },
  "/privacy": {
    isListed: true,
    texts: ["legal"],
    page: async () => (await import("@/features/legal/privacy-page")).PrivacyPage,
  },
  "/provider/apply": {
    isListed: true,
    texts: ["apply"],
    page: async () => (await import("./pages/apply-page")).ApplyPage,
  },
  "/login": {
    isListed: true,
    texts: ["auth"],
    page: async () => (await import("@/features/auth/login-page")).LoginPage,
  },
  "/register": {
    isListed: true,
    texts: ["auth"],
    page: async () => (await import("@/features/auth/register-page")).RegisterPage,
  },
  "/login/help": {
    texts: ["auth"],
    page: async () => (await import("@/features/auth/login-help-page")).LoginHelpPage,
  },
  "/login/second-step": {
    texts: ["auth"],
    page: async () => (await import("@/features/auth/second-step-page")).SecondStepPage,
  },
  "/email-link": {
    texts: ["auth"],
    page: async () => (await import("@/features/auth/email-link-page")).EmailLinkPage,
  },
  "/booking": {
    texts: ["booking", "providers", "amount", "offers"],
    guard: { needs: "session", isPublic: true, heading: () => t("booking.title"), backTo: "/", width: "page" },
    page: async () => (await import("./pages/booking-page")).BookingPage,
  },
  "/checkout": {
    texts: ["checkout", "payment", "cards", "amount"],
    page: async () => (await import("@/features/checkout/checkout-page")).CheckoutPage,
  },
  "/checkout/:orderId": {
    texts: ["checkout", "payment", "cards", "amount"],
    guard: {
      needs: "account",
      heading: () => t("checkout.title"),
      backTo: "/history",
      signIn: () => ({ title: t("checkout.signIn.title"), body: t("checkout.signIn.body") }),
    },
    page: async () => (await import("@/features/checkout/checkout-page")).CheckoutPage,
  },
  "/pay/:token": {
    texts: ["payLink", "payment", "amount"],
    page: async () => (await import("@/features/pay-link/pay-link-page")).PayLinkPage,
  },
  "/skip/:token": {
    texts: ["skipLink"],
    page: async () => (await import("@/features/skip-link/skip-link-page")).SkipLinkPage,
  },
  "/tracking/:orderId?": {
    texts: ["tracking", "messages", "rating", "amount", "payment", "offline", "offers", "steps"],
    guard: { needs: "session", heading: () => t("tracking.tracking.title"), width: "page" },
    page: async () => (await import("./pages/tracking-page")).TrackingPage,
  },
  "/providers/:providerId": {
    beginsAlike: true,
    texts: ["providerPage"],
    page: async () => (await import("@/features/provider-profile/provider-page")).ProviderPage,
  },
  "/history": {
    texts: ["history", "rating", "offline", "steps"],
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
    texts: ["profile", "photo"],
    guard: account(() => t("profile.profileEdit.title")),
    page: async () => (await import("@/features/profile/profile-edit-page")).ProfileEditPage,
  },
  "/profile/addresses": {
    texts: ["profile"],
    guard: account(() => t("profile.addresses.title")),
    page: async () => (await import("@/features/profile/addresses-page")).AddressesPage,
  },
  "/profile/payment-methods": {
    texts: ["profile", "cards", "payment"],
    guard: account(() => t("cards.title")),
    page: async () => (await import("@/features/profile/payment-methods-page")).PaymentMethodsPage,
  },
  "/profile/care": {
    texts: ["profile", "care"],
    guard: account(() => t("care.title")),
    page: async () => (await import("@/features/profile/care-page")).CarePage,
  },
  "/profile/settings": {
    texts: ["profile"],
    guard: account(() => t("profile.settings.title")),
    page: async () => (await import("@/features/profile/settings-page")).SettingsPage,
  },
  "/profile/security": {
    texts: ["profile", "security"],
    guard: account(() => t("security.title"), "/profile/settings"),
    page: async () => (await import("@/features/profile/security-page")).SecurityPage,
  },
  "/provider": {
    texts: ["provider", "messages", "week", "amount", "offline", "steps"],
    guard: workspace(() => t("provider.workspace.title")),
    page: async () => (await import("./pages/workspace-page")).WorkspacePage,
  },
  "/provider/schedule": {
    texts: ["provider", "week"],
    guard: workspace(() => t("week.title")),
    page: async () => (await import("@/features/provider-workspace/week-page")).WeekPage,
  },
  "/provider/messages": {
    texts: ["provider", "messages"],
    guard: workspace(() => t("provider.messages.title")),
    page: async () => (await import("./pages/provider-messages-page")).ProviderMessagesPage,
  },
  "/provider/earnings": {
    texts: ["provider", "earnings"],
    guard: workspace(() => t("earnings.title")),
    page: async () => (await import("@/features/provider-workspace/earnings-page")).EarningsPage,
  },
  "/provider/settings": {
    texts: ["provider", "providerSettings", "photo", "apply"],
    guard: workspace(() => t("providerSettings.title")),
    page: async () => (await import("./pages/provider-settings-page")).ProviderSettingsPage,
  },
  "/account/privacy": {
    texts: ["privacy"],
    guard: { needs: "session", isPublic: true, heading: () => t("privacy.accountPrivacy.title"), backTo: "/privacy" },
    page: async () => (await import("@/features/privacy/account-privacy-page")).AccountPrivacyPage,
  },
  "/recurring": {
    texts: ["recurring", "cards", "amount", "offers"],
    guard: {
      needs: "account",
      heading: () => t("recurring.title"),
      backTo: "/profile",
      signIn: () => ({ title: t("recurring.signIn.title"), body: t("recurring.signIn.body") }),
    },
    page: async () => (await import("./pages/recurring-page")).RecurringPage,
  },
  "/schedule-test": {
    texts: ["labs", "scheduling", "recurring", "amount", "offers"],
    page: async () => (await import("./pages/schedule-test-page")).ScheduleTestPage,
  },
  "/offline-test": {
    texts: ["labs", "offline", "steps"],
    page: async () => (await import("@/features/labs/offline-test-page")).OfflineTestPage,
  },
} satisfies Record<string, Route>;

export type Path = keyof typeof declared;
/** The page's key in the namespace "metadata": title, description and keywords. */
export type PageName = Path | "notFound";

export const routes: Record<Path, Route> = declared;
