/** The browser's own question whether the app shall be installed; it can be asked once. */
export type InstallPrompt = Event & { prompt: () => Promise<unknown> };

let saved: InstallPrompt | null = null;
let notify = (): void => undefined;

function save(event: Event | null): void {
  event?.preventDefault();
  saved = event as InstallPrompt | null;
  notify();
}

/** Keeps the browser from asking at a moment of its own choice. Browsers that never ask tell nothing. */
export function captureInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", save);
  window.addEventListener("appinstalled", () => save(null));
}

export const installPrompt = {
  get: (): InstallPrompt | null => saved,
  /** There is one who asks: the last one that came is told. */
  subscribe: (listener: () => void): (() => void) => {
    notify = listener;
    return () => undefined;
  },
};
