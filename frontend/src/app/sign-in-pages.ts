import type { ComponentType } from "react";

// The pages of signing in, each a chunk of its own.

export const help = async (): Promise<ComponentType> => (await import("@/features/auth/login-help-page")).LoginHelpPage;
export const emailLink = async (): Promise<ComponentType> => (await import("@/features/auth/email-link-page")).EmailLinkPage;
export const login = async (): Promise<ComponentType> => (await import("@/features/auth/login-page")).LoginPage;
export const secondStep = async (): Promise<ComponentType> => (await import("@/features/auth/second-step-page")).SecondStepPage;
export const register = async (): Promise<ComponentType> => (await import("@/features/auth/register-page")).RegisterPage;
