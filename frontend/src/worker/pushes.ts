/** The payload of a push message (accounts/push_delivery.py). */
type Push = {
  /** The id of the account that it is for. */
  account: string;
  title: string;
  body: string;
  /** Path of the app to open on a click. */
  path: string;
  /** Replaces a shown notification with the same tag. */
  tag: string;
  /** Neutral text, shown if another account or nobody is signed in. */
  elsewhere: { title: string; body: string };
  /** Neutral text, shown if it is not known who is signed in. */
  unanswered?: { title: string; body: string };
};

type Page = {
  url: string;
  visibilityState: string;
  focus: () => Promise<unknown>;
  navigate: (address: string) => Promise<unknown>;
};
type Shown = { close: () => void };
/** The parts of the worker's global scope that are used here. */
type Scope = {
  location: { origin: string; hostname: string };
  clients: {
    matchAll: (which: { type: "window"; includeUncontrolled: true }) => Promise<readonly Page[]>;
    openWindow: (address: string) => Promise<unknown>;
  };
  registration: {
    showNotification: (title: string, options: NotificationOptions) => Promise<void>;
    getNotifications: (which: { tag: string }) => Promise<readonly Shown[]>;
    pushManager: { subscribe: (options: PushSubscriptionOptionsInit) => Promise<{ toJSON: () => unknown }> };
  };
};
type State = { publicKey: string | null; accountId: string; isOn: boolean };

const ADDRESS = "/api/push-subscriptions";
const PATIENCE_MS = 5000;
/** Pages that show at once what a push leading to them says: jobs by a toast, an order or a conversation by itself. */
const LIVE_PAGES = /^\/(provider|support|tracking\/[^/]+)$/;
const ICON = "/static/app/icons/icon-192.png";
const ICONS = { icon: ICON, badge: ICON };

function isPush(value: unknown): value is Push {
  if (typeof value !== "object" || value === null) return false;
  const { account, title, body, path, tag, elsewhere } = value as Record<string, unknown>;
  return (
    [account, title, body, path, tag].every((text) => typeof text === "string") &&
    typeof elsewhere === "object" &&
    elsewhere !== null
  );
}

function read(text: string | undefined): Push | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isPush(value) ? value : null;
  } catch {
    return null;
  }
}

/** This device's push state on the server; null if nobody is signed in, undefined without an answer. */
async function ask(): Promise<State | null | undefined> {
  try {
    const response = await fetch(ADDRESS, {
      credentials: "same-origin",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    if (response.status === 401) return null;
    return response.ok ? ((await response.json()) as State) : undefined;
  } catch {
    return undefined;
  }
}

export type Pushes = {
  /** Shows a notification for every push: browsers revoke the permission of workers that show none. */
  show: (text: string | undefined) => Promise<void>;
  /** Focuses a page that already shows the path, else opens a new one. */
  open: (path: unknown) => Promise<void>;
  /** Sends the browser's new subscription to the server. */
  renew: () => Promise<void>;
};

/** Notifications of this device; `isPage` tells whether a path is one of the app's pages. */
export function pushesOf(scope: Scope, isPage: (path: string) => boolean): Pushes {
  /** The URL of a path, if it is a page of this app; else null. */
  function addressOf(path: unknown): URL | null {
    if (typeof path !== "string" || !URL.canParse(path, scope.location.origin)) return null;
    const address = new URL(path, scope.location.origin);
    return address.origin === scope.location.origin && isPage(address.pathname) ? address : null;
  }

  async function pagesAt({ pathname, search }: URL): Promise<readonly Page[]> {
    const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
    return pages.filter((page) => {
      const shown = new URL(page.url);
      // A page may show a part of its own choice, unless the path names one, such as a request to support.
      return shown.pathname === pathname && (search === "" || shown.search === search);
    });
  }

  async function show(text: string | undefined): Promise<void> {
    const push = read(text);
    const state = push === null ? undefined : await ask();
    if (push === null || state === undefined) {
      const { title, body } = push?.unanswered ?? { title: scope.location.hostname, body: "" };
      await scope.registration.showNotification(title, { ...ICONS, body, tag: "unknown", data: "/notifications" });
      return;
    }
    const { path, tag } = push;
    // On a shared device, do not show the text to another account.
    if (state?.accountId !== push.account) {
      await scope.registration.showNotification(push.elsewhere.title, {
        ...ICONS,
        body: push.elsewhere.body,
        tag: "elsewhere",
        data: "/",
      });
      return;
    }
    const address = addressOf(path);
    const isSeen =
      address !== null &&
      LIVE_PAGES.test(address.pathname) &&
      (await pagesAt(address)).some(({ visibilityState }) => visibilityState === "visible");
    await scope.registration.showNotification(push.title, {
      ...ICONS,
      body: push.body,
      tag,
      data: path,
      silent: isSeen,
    });
    // The visible page shows it already.
    if (isSeen) for (const shown of await scope.registration.getNotifications({ tag })) shown.close();
  }

  async function open(path: unknown): Promise<void> {
    const address = addressOf(path) ?? new URL("/", scope.location.origin);
    const page = (await pagesAt(address))[0];
    if (page === undefined) {
      await scope.clients.openWindow(address.href);
      return;
    }
    await page.focus();
    // Only the hash changes, so nothing that was typed is lost.
    if (address.hash === "" || address.hash === new URL(page.url).hash) return;
    // A page that was loaded before this worker took over cannot be navigated by it.
    await page.navigate(address.href).catch(() => scope.clients.openWindow(address.href));
  }

  async function renew(): Promise<void> {
    const state = await ask();
    if (!state?.publicKey || !state.isOn) return;
    const subscription = await scope.registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: state.publicKey,
    });
    const session = (await (await fetch("/api/auth/session", { credentials: "same-origin" })).json()) as {
      csrfToken: string;
    };
    const headers = { "Content-Type": "application/json", "X-CSRFToken": session.csrfToken };
    const { endpoint, keys } = subscription.toJSON() as { endpoint: string; keys: unknown };
    await fetch(ADDRESS, {
      method: "POST",
      credentials: "same-origin",
      headers,
      body: JSON.stringify({ endpoint, keys }),
    });
  }

  return { show, open, renew };
}
