import type { ReactElement } from "react";

import { useSession } from "@/api/session/session";
import { loadMessages } from "@/i18n/i18n";
import { HeroArt } from "@/ui/illustrations/hero-art";
import { lazyPart } from "@/ui/lazy-part";

const Picture = (): ReactElement => <HeroArt className="h-30 w-full md:h-auto md:w-2/5 md:max-w-90" />;

const RunningOrder = lazyPart(
  async () => {
    const [part] = await Promise.all([import("@/features/home/running-order"), loadMessages("running")]);
    return part.RunningOrder;
  },
  { Waiting: Picture, Failed: Picture },
);

/** What home begins with: the account's running order, in the room of the picture, so that nothing moves. */
export function LazyRunningOrder(): ReactElement {
  const { user } = useSession();
  return user === null ? <Picture /> : <RunningOrder Otherwise={Picture} />;
}
