import type { GetICUArgs } from "@schummar/icu-type-parser";
import type { ReactNode } from "react";

import type { messages as amount } from "./en/amount";
import type { messages as app } from "./en/app";
import type { messages as apply } from "./en/apply";
import type { messages as auth } from "./en/auth";
import type { messages as booking } from "./en/booking";
import type { messages as cards } from "./en/cards";
import type { messages as care } from "./en/care";
import type { messages as checkout } from "./en/checkout";
import type { messages as claims } from "./en/claims";
import type { messages as common } from "./en/common";
import type { messages as contact } from "./en/contact";
import type { messages as earnings } from "./en/earnings";
import type { messages as filters } from "./en/filters";
import type { messages as history } from "./en/history";
import type { messages as home } from "./en/home";
import type { messages as labs } from "./en/labs";
import type { messages as legal } from "./en/legal";
import type { messages as locality } from "./en/locality";
import type { messages as messages } from "./en/messages";
import type { messages as metadata } from "./en/metadata";
import type { messages as notFound } from "./en/notFound";
import type { messages as notifications } from "./en/notifications";
import type { messages as offline } from "./en/offline";
import type { messages as offers } from "./en/offers";
import type { messages as payLink } from "./en/payLink";
import type { messages as payment } from "./en/payment";
import type { messages as photo } from "./en/photo";
import type { messages as privacy } from "./en/privacy";
import type { messages as profile } from "./en/profile";
import type { messages as provider } from "./en/provider";
import type { messages as providerPage } from "./en/providerPage";
import type { messages as providers } from "./en/providers";
import type { messages as providerSettings } from "./en/providerSettings";
import type { messages as rating } from "./en/rating";
import type { messages as rebook } from "./en/rebook";
import type { messages as recurring } from "./en/recurring";
import type { messages as reporting } from "./en/reporting";
import type { messages as running } from "./en/running";
import type { messages as scheduling } from "./en/scheduling";
import type { messages as security } from "./en/security";
import type { messages as skipLink } from "./en/skipLink";
import type { messages as steps } from "./en/steps";
import type { messages as support } from "./en/support";
import type { messages as tracking } from "./en/tracking";
import type { messages as week } from "./en/week";
import type figures from "./figures.json";

// The English texts define the keys that every language must have. A namespace is one file per language, loaded with
// the route that uses it.
type Texts = {
  amount: typeof amount;
  app: typeof app;
  apply: typeof apply;
  auth: typeof auth;
  booking: typeof booking;
  cards: typeof cards;
  care: typeof care;
  checkout: typeof checkout;
  claims: typeof claims;
  common: typeof common;
  contact: typeof contact;
  earnings: typeof earnings;
  filters: typeof filters;
  history: typeof history;
  home: typeof home;
  labs: typeof labs;
  legal: typeof legal;
  locality: typeof locality;
  messages: typeof messages;
  metadata: typeof metadata;
  notFound: typeof notFound;
  notifications: typeof notifications;
  offline: typeof offline;
  offers: typeof offers;
  payLink: typeof payLink;
  payment: typeof payment;
  photo: typeof photo;
  privacy: typeof privacy;
  profile: typeof profile;
  provider: typeof provider;
  providerPage: typeof providerPage;
  providers: typeof providers;
  providerSettings: typeof providerSettings;
  rating: typeof rating;
  rebook: typeof rebook;
  recurring: typeof recurring;
  reporting: typeof reporting;
  running: typeof running;
  scheduling: typeof scheduling;
  security: typeof security;
  skipLink: typeof skipLink;
  steps: typeof steps;
  support: typeof support;
  tracking: typeof tracking;
  week: typeof week;
};

export type Namespace = keyof Texts;

type Qualified = {
  [N in Namespace]: { [K in keyof Texts[N] & string as `${N}.${K}`]: Texts[N][K] };
}[Namespace];
type Union<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never;
type Messages = Union<Qualified>;

/** All keys: "namespace.key". */
export type MessageKey = Extract<keyof Messages, string>;

/** The type of another language's file: `export const messages = {…} as const satisfies Translation<"home">`. */
export type Translation<N extends Namespace> = Readonly<Record<keyof Texts[N], string>>;

type Shown = string | number;
type ArgumentsOf<Text> = Text extends string
  ? GetICUArgs<Text, { ICUArgument: Shown; ICUNumberArgument: number; ICUDateArgument: Date }>
  : never;
type TagNames<Text> = Text extends `${string}</${infer Name}>${infer Rest}` ? Name | TagNames<Rest> : never;
/** Of a JSON data file TypeScript only knows the keys. */
type IsData<Text> = string extends Text ? true : false;

/** Parameters that are filled in automatically: the product's name, and the server's figures (figures.json). */
type FilledIn = "product" | keyof typeof figures;
/** Parameters of a text; of all texts if the key is a union. */
export type Params<Key extends MessageKey> = Omit<Union<ArgumentsOf<Messages[Key]>>, FilledIn>;
/** Elements for a text's tags. */
export type Elements<Key extends MessageKey> = Record<TagNames<Messages[Key]>, (inner: ReactNode) => ReactNode>;

/** The arguments after the key: none without parameters; texts with tags need rich(). */
export type Arguments<Key extends MessageKey> = [TagNames<Messages[Key]>] extends [never]
  ? IsData<Messages[Key]> extends true
    ? [params?: Record<string, Shown>]
    : [keyof Params<Key>] extends [never]
      ? []
      : [params: Params<Key>]
  : [never];
