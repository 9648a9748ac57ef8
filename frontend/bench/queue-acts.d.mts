export function queueActs(what: { account: string; acts: number; orders: number }): Promise<void>;
