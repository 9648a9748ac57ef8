const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The day in Switzerland, so many days from today: "2026-11-20". */
export function swissDay(daysAhead = 0): string {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/Zurich" }).format(new Date());
  return new Date(Date.parse(today) + daysAhead * DAY_MS).toISOString().slice(0, 10);
}

/** The instant at which Swiss clocks show a time ("14:00") on a day. Not meant for the night of a clock change. */
export function swissInstant(day: string, time: string): Date {
  const asIfUtc = Date.parse(`${day}T${time}:00Z`);
  const name = new Intl.DateTimeFormat("en", { timeZone: "Europe/Zurich", timeZoneName: "longOffset" }).format(asIfUtc);
  const [, hours = "0", minutes = "0"] = /GMT\+(\d+):(\d+)/.exec(name) ?? [];
  return new Date(asIfUtc - (Number(hours) * 60 + Number(minutes)) * MINUTE_MS);
}
