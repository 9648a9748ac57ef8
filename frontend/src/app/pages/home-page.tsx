import type { ReactElement } from "react";

import { LateAgain } from "../late-again";
import { HomeScreen } from "@/features/home/home-screen";
import { ProviderList } from "@/features/providers/provider-list";

/** Home, with the neighbours around the chosen place. */
export function HomePage(): ReactElement {
  return <HomeScreen again={<LateAgain />} list={(search, clear) => <ProviderList search={search} onPlace={clear} />} />;
}
