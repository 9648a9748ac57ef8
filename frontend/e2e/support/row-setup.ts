import type { Page } from "@playwright/test";

import type { Factory, Made, MadeUser, World } from "../fixtures/factory.ts";
import type { Person } from "../fixtures/person.ts";
import type { Users } from "../fixtures/users.ts";

type Options = NonNullable<Parameters<Users["visitor"]>[0]>;

/** What a table row needs: its world, and whose browser is used. */
export type Setting = {
  world?: World;
  /** Ref of the signed-in account; default: a visitor. */
  who?: string;
  options?: Options;
  /** The error statuses that the row may provoke. */
  allows?: readonly number[];
};

const NOTHING: Made<World> = { now: "", users: {}, providers: {}, orders: {}, recurring: {}, supportRequests: {} };

function named<T>(things: Readonly<Record<string, T>>, ref: string): T {
  const thing = things[ref];
  if (thing === undefined) throw new Error(`Nothing of this world is called "${ref}".`);
  return thing;
}

/** What was made for a row, by the names of its table. */
export class RowSetup {
  readonly page: Page;

  constructor(
    readonly person: Person,
    private readonly made: Made<World>,
    private readonly users: Users,
  ) {
    this.page = person.page;
  }

  /** The id of an order, recurring booking or provider. */
  id(ref: string): string {
    const { providers, recurring, orders } = this.made;
    return named<{ id: string }>({ ...providers, ...recurring, ...orders }, ref).id;
  }

  /** A path with names for ids: "/tracking/{job}". */
  path(address: string): string {
    return address.replaceAll(/\{(\w+)\}/g, (_, ref: string) => this.id(ref));
  }

  account(ref: string): MadeUser {
    return named<MadeUser>(this.made.users, ref);
  }

  /** Another account of this world, in an own browser. */
  as(ref: string): Promise<Person> {
    return this.users.signedIn(this.account(ref));
  }

  /** Another device of an account, with its own session. */
  async anotherDevice(ref: string): Promise<Person> {
    const device = await this.users.visitor();
    await device.signIn(this.account(ref).email);
    return device;
  }
}

/** Makes a row's world, and opens its browser. */
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
