// Amounts are decimal strings in CHF ("27.50"), as in the API. All arithmetic is on whole cents.

const AMOUNT = /^(-?)(\d+)(?:\.(\d{1,2}))?$/;
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** The amount in cents. Throws a RangeError unless it is a decimal with at most two places. */
export function toCents(amount: string): bigint {
  const match = AMOUNT.exec(amount.trim());
  if (match === null) throw new RangeError(`Not an amount: "${amount}"`);
  const [, sign, francs = "0", cents = ""] = match;
  const value = BigInt(francs) * 100n + BigInt(cents.padEnd(2, "0"));
  return sign === "-" ? -value : value;
}

/** The amount for cents, always with two places. */
export function fromCents(cents: bigint): string {
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The sum of amounts; "0.00" for none. */
export function addAmounts(...amounts: readonly string[]): string {
  return fromCents(amounts.reduce((sum, amount) => sum + toCents(amount), 0n));
}

export function subtractAmounts(minuend: string, subtrahend: string): string {
  return fromCents(toCents(minuend) - toCents(subtrahend));
}

/** An amount times a decimal quantity such as "2.5" kg, rounded half away from zero to the cent. */
export function multiplyAmount(amount: string, quantity: string): string {
  const match = DECIMAL.exec(quantity.trim());
  if (match === null) throw new RangeError(`Not a quantity: "${quantity}"`);
  const [, sign, whole = "0", fraction = ""] = match;
  const scale = 10n ** BigInt(fraction.length);
  const product = toCents(amount) * BigInt(whole + fraction) * (sign === "-" ? -1n : 1n);
  const magnitude = product < 0n ? -product : product;
  const rounded = (magnitude * 2n + scale) / (scale * 2n);
  return fromCents(product < 0n ? -rounded : rounded);
}

/** -1, 0 or 1, for sorting and for comparing with "0". */
export function compareAmounts(left: string, right: string): -1 | 0 | 1 {
  const difference = toCents(left) - toCents(right);
  if (difference === 0n) return 0;
  return difference < 0n ? -1 : 1;
}

/** "CHF 27.50"; with Swiss thousands separators: "CHF 1’234.50". */
export function formatChf(amount: string): string {
  const [francs = "0", cents = "00"] = fromCents(toCents(amount)).split(".");
  return `CHF ${francs.replace(/\B(?=(\d{3})+$)/g, "’")}.${cents}`;
}

/** "27.50", for texts that name the currency themselves ("Pay 27.50 CHF"). */
export function formatPlain(amount: string): string {
  return fromCents(toCents(amount));
}
