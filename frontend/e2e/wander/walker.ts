import { setTimeout as delay } from "node:timers/promises";

import type { Browser, Page } from "@playwright/test";

import { Factory, type Made } from "../fixtures/factory.ts";
import type { FaultProxy } from "../fixtures/fault-proxy.ts";
import { Network } from "../fixtures/network.ts";
import type { Person } from "../fixtures/person.ts";
import { DESKTOP, PHONE } from "../fixtures/screens.ts";
import { Users } from "../fixtures/users.ts";
import { LIVED_IN, LONG_WORDS } from "../layout/tables/worlds.ts";
import { nextFrame } from "../support/page.ts";
import { installApp } from "../support/workers.ts";

/** Whose walk it is, on what, and how long the words of its world are. */
export type Setup = {
  who: "visitor" | "customer" | "provider";
  screen: "phone" | "desk";
  /** A known device has the app installed. */
  device: "new" | "known";
  words: "usual" | "long";
};

export type Step = { act: string; given: readonly string[] };

/** Something that must hold does not; `kind` is the same however a walk gets there. */
export class Violation extends Error {
  /** Whether it showed at the end of the walk only, once all was quiet. */
  isOfEnd = false;

  constructor(
    readonly kind: string,
    readonly details = "",
  ) {
    super(details === "" ? kind : `${kind}: ${details}`);
  }
}

export const pause = (seconds: number): Promise<void> => delay(seconds * 1000);

/** The statuses by which the server may refuse what a walk asks for. */
const REFUSED = [400, 401, 403, 404, 409, 410, 412, 413, 415, 422, 428, 429];
const LOADED_WITHIN_MS = 20_000;
const WITH_FAULTS_MS = 1500;

type WorldMade = Made<typeof LIVED_IN>;

/** One person on a walk through the app, with a world of their own. */
export class Walker {
  /** What was done so far. */
  readonly done: Step[] = [];
  /** The screens that axe has seen. */
  readonly seen = new Set<string>();
  isOffline = false;
  isSlow = false;
  /** Whether answers or scripts were lost: calls may fail, and be awaited for long. */
  hasFaults = false;
  hasLostScript = false;
  isTranslated = false;
  hasLargeText = false;
  /** Whether something was pressed or typed since the page was loaded: it may show what no reload shows. */
  isTouched = false;

  private constructor(
    readonly setup: Setup,
    readonly person: Person,
    readonly proxy: FaultProxy,
    readonly made: WorldMade,
    private readonly users: Users,
    private readonly network: Network,
    private readonly factory: Factory,
    public page: Page,
  ) {}

  /** Makes a world, and opens its person's browser. */
  static async begin(browser: Browser, setup: Setup): Promise<Walker> {
    const [users, network, factory] = [new Users(browser), new Network(), new Factory()];
    const made = (await factory.make(setup.words === "long" ? LONG_WORDS : LIVED_IN)) as WorldMade;
    const proxy = await network.faultProxy();
    const options = {
      baseURL: proxy.address,
      viewport: setup.screen === "phone" ? PHONE : DESKTOP,
      serviceWorkers: setup.device === "known" ? ("allow" as const) : ("block" as const),
    };
    const accounts = { visitor: null, customer: made.users.alice, provider: made.users.salon };
    const account = accounts[setup.who];
    const person = await (account === null ? users.visitor(options) : users.signedIn(account, options));
    for (const status of REFUSED) person.pageErrors.allowResponse(status);
    const walker = new Walker(setup, person, proxy, made, users, network, factory, person.page);
    if (setup.device === "known") await installApp(person);
    else await person.page.goto("/");
    await walker.settle();
    return walker;
  }

  async close(): Promise<void> {
    await this.users.close();
    this.network.close();
    await this.factory.withdraw();
  }

  /** An address with names for ids: "/tracking/{paid}". */
  path(address: string): string {
    const { orders, providers } = this.made;
    const ids = { ...orders, ...providers } as Readonly<Record<string, { id: string }>>;
    return address.replaceAll(/\{(\w+)\}/g, (_, ref: string) => ids[ref]?.id ?? ref);
  }

  /** The screen in a name without ids: "/tracking/… with a dialog". */
  async screen(): Promise<string> {
    const { pathname } = new URL(this.page.url());
    const dialog = await this.page.evaluate(
      () => document.querySelector("[role=dialog] h2, [role=alertdialog] h2")?.textContent ?? "",
    );
    return `${pathname.replace(/[0-9a-f-]{36}/g, "…")} ${dialog}`.trim();
  }

  /** The other side of an order, in an own browser. */
  otherSide(): Promise<Person> {
    const { alice, salon } = this.made.users;
    return this.users.signedIn(this.setup.who === "provider" ? alice : salon);
  }

  /** Calls may fail from now on: what was under way then ends at any time after. */
  allowFailures(): void {
    this.hasFaults = true;
    this.person.pageErrors.breaksConnections = true;
  }

  /** Waits for the page, which has to come unless there are faults. */
  async settle(): Promise<void> {
    const isPatient = !this.hasFaults && !this.isOffline && !this.isSlow;
    await this.loaded(isPatient ? LOADED_WITHIN_MS : WITH_FAULTS_MS).catch(() => {
      if (isPatient) throw new Violation("the page stays busy", new URL(this.page.url()).pathname);
    });
    if (this.hasLargeText) await this.page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  }

  private async loaded(timeout: number): Promise<void> {
    await this.page.waitForFunction(
      () =>
        document.querySelector("#root:not([data-prerendered]) h1") !== null &&
        document.querySelector("[aria-busy=true], [role=status] .animate-pulse") === null,
      undefined,
      { timeout },
    );
    await nextFrame(this.page);
  }

  /** Everything works again. */
  async mend(): Promise<void> {
    Object.assign(this.proxy, { respondToWriteWith: null, respondToScriptWith: null, delayMs: 0 });
    if (this.isOffline) await this.person.context.setOffline(false);
    this.isOffline = this.isSlow = false;
  }
}
