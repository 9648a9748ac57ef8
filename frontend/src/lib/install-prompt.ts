/** The browser's own question whether the app shall be installed; it can be asked once. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> };

let kept: InstallPrompt | null = null;
let tell = (): void => undefined;

function keep(event: Event | null): void {
  event?.preventDefault();
  kept = event as InstallPrompt | null;
  tell();
}

/** Keeps the browser from asking at a moment of its own choice. Browsers that never ask tell nothing. */
export function keepInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", keep);
  window.addEventListener("appinstalled", () => keep(null));
}

export const installPrompt = {
  get: (): InstallPrompt | null => kept,
  /** There is one who asks: the last one that came is told. */
  subscribe: (listener: () => void): (() => void) => {
    tell = listener;
    return () => undefined;
  },
};
