import type { ComponentType } from "react";

import type { Namespace } from "@/i18n/catalogue";

import type metadata from "./metadata.json";

/** A path of the app; metadata.json, which the server reads as well, has the title and description of each. */
export type Path = keyof (typeof metadata)["routes"];

export type Declared = {
  /** The texts that the page shows. */
  texts: readonly Namespace[];
  /** The page's code, fetched when it is first shown: every page is a chunk of its own. */
  page: () => Promise<ComponentType>;
};

/** Every page of the app. Pages in app/pages compose several features. */
export const routeList: Record<Path, Declared> = {
  "/": {
    texts: ["home"],
    page: async () => (await import("@/features/home/home-page")).HomePage,
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
    texts: ["booking"],
    page: async () => (await import("./pages/booking-page")).BookingPage,
  },
  "/checkout/:orderId?": {
    texts: ["checkout", "paying"],
    page: async () => (await import("@/features/checkout/checkout-page")).CheckoutPage,
  },
  "/pay/:token": {
    texts: ["payLink", "paying"],
    page: async () => (await import("@/features/pay-link/pay-link-page")).PayLinkPage,
  },
  "/skip/:token": {
    texts: ["skipLink"],
    page: async () => (await import("@/features/skip-link/skip-link-page")).SkipLinkPage,
  },
  "/tracking/:orderId?": {
    texts: ["tracking", "messages", "rating"],
    page: async () => (await import("./pages/tracking-page")).TrackingPage,
  },
  "/history": {
    texts: ["history", "rating"],
    page: async () => (await import("./pages/history-page")).HistoryPage,
  },
  "/notifications": {
    texts: ["notifications"],
    page: async () => (await import("@/features/notifications/notifications-page")).NotificationsPage,
  },
  "/profile": {
    texts: ["profile"],
    page: async () => (await import("@/features/profile/profile-page")).ProfilePage,
  },
  "/profile/edit": {
    texts: ["profile"],
    page: async () => (await import("@/features/profile/profile-edit-page")).ProfileEditPage,
  },
  "/profile/addresses": {
    texts: ["profile"],
    page: async () => (await import("@/features/profile/addresses-page")).AddressesPage,
  },
  "/profile/payment-methods": {
    texts: ["profile", "cards", "paying"],
    page: async () => (await import("@/features/profile/payment-methods-page")).PaymentMethodsPage,
  },
  "/profile/settings": {
    texts: ["profile"],
    page: async () => (await import("@/features/profile/settings-page")).SettingsPage,
  },
  "/provider": {
    texts: ["provider", "messages"],
    page: async () => (await import("./pages/workspace-page")).WorkspacePage,
  },
  "/provider/schedule": {
    texts: ["provider", "week"],
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
    texts: ["recurring"],
    page: async () => (await import("./pages/recurring-page")).RecurringPage,
  },
  "/schedule-test": {
    texts: ["labs", "scheduling", "recurring"],
    page: async () => (await import("./pages/schedule-test-page")).ScheduleTestPage,
  },
  "/offline-test": {
    texts: ["labs"],
    page: async () => (await import("@/features/labs/offline-test-page")).OfflineTestPage,
  },
};
