/**
 * Makes the global `Date` tell another time: the machine's, so many milliseconds on. It is sent into pages and workers as
 * text, so it uses nothing but its argument.
 */
export function shiftDate(offsetMs: number): void {
  const machine = Date;
  const machineNow = machine.now.bind(machine);
  machine.now = () => machineNow() + offsetMs;
  globalThis.Date = new Proxy(machine, {
    construct: (target, parts, newTarget) => Reflect.construct(target, parts.length === 0 ? [target.now()] : parts, newTarget) as Date,
    // Without `new` it is a text.
    apply: (target) => new target(target.now()).toString(),
  });
  machine.prototype.constructor = globalThis.Date;
}
