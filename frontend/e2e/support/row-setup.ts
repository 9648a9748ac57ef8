import type { Page } from "@playwright/test";

import type { Factory, Made, MadeUser, World } from "../fixtures/factory.ts";
import type { Person } from "../fixtures/person.ts";
import type { Users } from "../fixtures/users.ts";

type Options = NonNullable<Parameters<Users["visitor"]>[0]>;

/** What a row of a table needs before it is played: who and what there is, and whose browser looks at it. */
export type Setting = {
  world?: World;
  /** Whose browser it is, by the ref of the account; a visitor's without it. */
  who?: string;
  options?: Options;
  /** The responses that the row provokes, by their status. */
  allows?: readonly number[];
};

const NOTHING: Made<World> = { now: "", users: {}, providers: {}, orders: {}, recurring: {}, supportRequests: {} };

function named<T>(things: Readonly<Record<string, T>>, ref: string): T {
  const thing = things[ref];
  if (thing === undefined) throw new Error(`Nothing of this world is called "${ref}".`);
  return thing;
}

/** What was made for a row, by the names that its table has for it. */
export class RowSetup {
  readonly page: Page;

  constructor(
    readonly person: Person,
    private readonly made: Made<World>,
    private readonly users: Users,
  ) {
    this.page = person.page;
  }

  /** The id of an order, a recurring booking or a provider. */
  id(ref: string): string {
    const { providers, recurring, orders } = this.made;
    return named<{ id: string }>({ ...providers, ...recurring, ...orders }, ref).id;
  }

  /** An address in which names stand for ids: "/tracking/{job}". */
  path(address: string): string {
    return address.replaceAll(/\{(\w+)\}/g, (_, ref: string) => this.id(ref));
  }

  account(ref: string): MadeUser {
    return named<MadeUser>(this.made.users, ref);
  }

  /** Somebody else of this world, in a browser of their own. */
  as(ref: string): Promise<Person> {
    return this.users.signedIn(this.account(ref));
  }

  /** Another device of somebody's, signed in by itself. */
  async anotherDevice(ref: string): Promise<Person> {
    const device = await this.users.visitor();
    await device.signIn(this.account(ref).email);
    return device;
  }
}

/** Has made what a row needs, and opens the browser of whom it is about. */
export async function setUpRow(
  { world, who, options, allows = [] }: Setting,
  make: Factory["make"],
  users: Users,
): Promise<RowSetup> {
  const made = world === undefined ? NOTHING : await make(world);
  const person =
    who === undefined ? await users.visitor(options) : await users.signedIn(named<MadeUser>(made.users, who), options);
  for (const status of allows) person.pageErrors.allowResponse(status);
  return new RowSetup(person, made, users);
}
