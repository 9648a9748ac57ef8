import type { ComponentType } from "react";

// The pages of a provider's workspace, each a chunk of its own.

export const today = async (): Promise<ComponentType> => (await import("./pages/workspace-page")).WorkspacePage;
export const week = async (): Promise<ComponentType> => (await import("@/features/provider-workspace/week-page")).WeekPage;
export const messages = async (): Promise<ComponentType> => (await import("./pages/provider-messages-page")).ProviderMessagesPage;
export const earnings = async (): Promise<ComponentType> => (await import("@/features/provider-workspace/earnings-page")).EarningsPage;
export const settings = async (): Promise<ComponentType> => (await import("./pages/provider-settings-page")).ProviderSettingsPage;
