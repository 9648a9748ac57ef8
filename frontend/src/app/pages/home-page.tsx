import type { ReactElement } from "react";

import { LazyRebook } from "../lazy-rebook";
import { LazyRunningOrder } from "../lazy-running-order";
import { HomeScreen } from "@/features/home/home-screen";
import { ProviderList } from "@/features/provider-list/provider-list";

/** Home, with the providers around the chosen locality. */
export function HomePage(): ReactElement {
  return (
    <HomeScreen
      first={<LazyRunningOrder />}
      rebook={<LazyRebook />}
      list={(search, clear) => <ProviderList search={search} onLocality={clear} />}
    />
  );
}
