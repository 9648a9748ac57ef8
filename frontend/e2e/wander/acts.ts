import type { Locator } from "@playwright/test";

import { CARDS } from "../fixtures/cards.ts";
import { setStatus } from "../fixtures/orders.ts";
import { PASSWORD } from "../fixtures/person.ts";
import { fillCard } from "../support/paying.ts";
import { endSession } from "../support/sign-out.ts";
import { choose, controlsOf, findControl } from "./controls.ts";
import { enlargeText, translate } from "./page-changes.ts";
import { pause, Violation, type Walker } from "./walker.ts";

/** Something that people do, or that happens to them; it follows from what is given and from the page alone. */
type Act = {
  /** How often it comes up. */
  weight: number;
  /** What is given to it, by a number; null if it cannot be done now. */
  plan: (walker: Walker, choice: number) => Promise<readonly string[] | null> | readonly string[] | null;
  perform: (walker: Walker, ...given: string[]) => Promise<unknown>;
};

const PRESSED_WITHIN_MS = 8000;
const PLACES = [
  ...["/", "/?all=1", "/services", "/support", "/help", "/terms", "/provider/apply", "/login", "/register"],
  ...["/login/help", "/booking", "/booking?providerId={salon}", "/providers/{salon}", "/checkout/{unpaid}"],
  ...["/tracking", "/tracking/{paid}", "/tracking/{washing}", "/tracking/{unpaid}", "/tracking/{past}", "/history"],
  ...["/tracking/{cancelled}", "/notifications", "/profile", "/profile/edit", "/profile/addresses", "/profile/care"],
  ...["/profile/payment-methods", "/profile/settings", "/profile/security", "/account/privacy", "/recurring"],
  ...["/provider", "/provider/schedule", "/provider/messages", "/provider/earnings", "/provider/settings"],
] as const;
const TEXTS = [
  ...["", "x", "Anna Meier", "Limmatquai 12", "8001", "Zurich", "+41 79 123 45 67", "alice@example.com", PASSWORD],
  ...["12.50", "-1", "Ring twice, please.", "Donaudampfschifffahrt".repeat(4).slice(0, 80)],
  ...["Zoë O’Neill 👩‍🔬", "<b>bold</b> & more", "line one\nline two"],
] as const;
const PAUSES = ["1", "11"] as const;
const STAGES = ["pickup", "washing", "delivery", "completed"];
const DONE = [] as const;

const always = (): readonly string[] => DONE;
const once =
  (isDone: (walker: Walker) => boolean) =>
  (walker: Walker): readonly string[] | null =>
    isDone(walker) ? null : DONE;
const oneOf =
  (names: readonly string[]) =>
  (_: Walker, choice: number): readonly string[] | null => {
    const name = choose(names, choice);
    return name === null ? null : [name];
  };
/** Offline a page is loaded where the app is installed. */
const canLoad = ({ isOffline, setup }: Walker): boolean => !isOffline || setup.device === "known";
const whereItLoads = once((walker) => !canLoad(walker));
/** Our own calls reach the server, and are not the one that is lost. */
const whereCallsArrive = ({ isOffline, proxy }: Walker): boolean => !isOffline && proxy.respondToWriteWith === null;

/** Clicks; what lies over a control for longer than a toast stays is a fault of the page. */
async function click(control: Locator, name: string): Promise<void> {
  await control.click({ timeout: PRESSED_WITHIN_MS }).catch((error: unknown) => {
    const text = String(error);
    const [, over] = /\s*- (<.*?) intercepts pointer events/.exec(text) ?? [];
    // Else it went, or was disabled, as a finger came down.
    if (over !== undefined) throw new Violation("a control lies under something", `${name} under ${over}`);
  });
}

export const ACTS = {
  press: {
    weight: 40,
    plan: async (walker, choice) => oneOf(await controlsOf(walker.page, "press"))(walker, choice),
    perform: async (walker, name = "") => {
      const control = await findControl(walker.page, "press", name);
      if (control !== null) await click(control, name);
    },
  },
  type: {
    weight: 12,
    plan: async ({ page }, choice) => {
      const field = choose(await controlsOf(page, "type"), choice);
      return field === null ? null : [field, choose(TEXTS, choice) ?? ""];
    },
    perform: async ({ page }, name = "", text = "") => {
      const field = await findControl(page, "type", name);
      if (field === null) return;
      if (name.startsWith("select")) await field.selectOption({ index: text.length % 2 });
      // A field of numbers or days takes no letters.
      else await field.fill(text, { timeout: PRESSED_WITHIN_MS }).catch(() => undefined);
    },
  },
  fillInCard: {
    weight: 4,
    plan: async ({ page }, choice) => {
      const isThere = await page.locator('iframe[title="Secure payment input frame"]').first().isVisible();
      return isThere ? [choose(Object.keys(CARDS), choice) ?? "succeeds"] : null;
    },
    perform: async (walker, card = "succeeds") => {
      // Without a line the frame stays empty.
      if (walker.isOffline || walker.hasFaults) return;
      await fillCard(walker.page, CARDS[card as keyof typeof CARDS]);
    },
  },
  open: {
    weight: 10,
    plan: (walker, choice) => (canLoad(walker) ? oneOf(PLACES)(walker, choice) : null),
    perform: (walker, place = "/") => walker.page.goto(walker.path(place)),
  },
  goBack: {
    weight: 8,
    plan: whereItLoads,
    perform: async ({ page }) => {
      await page.goBack();
      // Before the app there was nothing.
      if (page.url() === "about:blank") await page.goForward();
    },
  },
  goForward: { weight: 2, plan: whereItLoads, perform: ({ page }) => page.goForward() },
  reload: { weight: 5, plan: whereItLoads, perform: ({ page }) => page.reload() },
  openSecondTab: {
    weight: 3,
    plan: whereItLoads,
    perform: async (walker) => {
      const address = walker.page.url();
      walker.page = await walker.person.context.newPage();
      await walker.page.goto(address);
    },
  },
  switchTab: {
    weight: 3,
    plan: ({ person }) => (person.context.pages().length > 1 ? DONE : null),
    perform: async (walker) => {
      const other = walker.person.context.pages().find((page) => page !== walker.page);
      if (other === undefined) return;
      walker.page = other;
      await other.bringToFront();
    },
  },
  wait: { weight: 3, plan: oneOf(PAUSES), perform: (_, seconds = "1") => pause(Number(seconds)) },
  goOffline: {
    weight: 4,
    plan: once(({ isOffline }) => isOffline),
    perform: async (walker) => {
      walker.isOffline = true;
      walker.allowFailures();
      await walker.person.context.setOffline(true);
    },
  },
  comeOnline: {
    weight: 5,
    plan: once(({ isOffline }) => !isOffline),
    perform: async (walker) => {
      await walker.person.context.setOffline(false);
      walker.isOffline = false;
    },
  },
  slowTheLine: {
    weight: 3,
    plan: once(({ isSlow }) => isSlow),
    perform: (walker) => {
      walker.isSlow = true;
      walker.proxy.delayMs = 1500;
      return Promise.resolve();
    },
  },
  leaveTheNextCallUnanswered: {
    weight: 3,
    plan: always,
    perform: (walker) => loseNextWrite(walker, "silence"),
  },
  loseTheNextResponse: { weight: 3, plan: always, perform: (walker) => loseNextWrite(walker, "lost") },
  loseTheNextScript: {
    weight: 2,
    plan: once(({ hasLostScript }) => hasLostScript),
    perform: loseNextScript,
  },
  translateThePage: {
    weight: 3,
    plan: once(({ isTranslated }) => isTranslated),
    perform: translate,
  },
  enlargeText: { weight: 3, plan: once(({ hasLargeText }) => hasLargeText), perform: enlargeText },
  endTheSession: {
    weight: 2,
    plan: once((walker) => !whereCallsArrive(walker)),
    perform: ({ person }) => endSession(person),
  },
  signInElsewhere: {
    weight: 2,
    plan: (walker, choice) => (whereCallsArrive(walker) ? oneOf(["alice", "salon"])(walker, choice) : null),
    perform: (walker, ref = "alice") => walker.person.signIn(walker.made.users[ref as "alice" | "salon"].email),
  },
  theOtherSideActs: {
    weight: 3,
    plan: oneOf(["message", ...STAGES]),
    perform: async (walker, what = "message") => {
      const other = await walker.otherSide();
      const { paid } = walker.made.orders;
      const call =
        what === "message"
          ? other.call("POST", `/api/orders/${paid.id}/messages`, { body: "I am there." })
          : setStatus(other, paid, what);
      // Not every step can be the next one, nor is each one theirs.
      await call.catch(() => undefined);
    },
  },
} as const satisfies Record<string, Act>;

/** The next write is never answered, or its answer is lost after it had its effect. */
function loseNextWrite(walker: Walker, how: "silence" | "lost"): Promise<void> {
  walker.allowFailures();
  walker.proxy.respondToWriteWith = () => {
    walker.proxy.respondToWriteWith = null;
    return how;
  };
  return Promise.resolve();
}

function loseNextScript(walker: Walker): Promise<void> {
  walker.allowFailures();
  walker.hasLostScript = walker.person.pageErrors.lacksChunks = true;
  walker.proxy.respondToScriptWith = () => {
    walker.proxy.respondToScriptWith = null;
    return "reset";
  };
  return Promise.resolve();
}

export type ActName = keyof typeof ACTS;

export const actOf = (name: string): Act => ACTS[name as ActName];
