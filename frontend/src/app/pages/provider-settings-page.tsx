import type { ReactElement } from "react";

import { AreaField } from "@/features/apply/area-field";
import { CountryMap } from "@/features/provider-profile/area-map";
import { ProviderSettingsScreen } from "@/features/provider-settings/provider-settings-screen";

/** Combines a provider's settings with the application's area field and the public page's map. */
export function ProviderSettingsPage(): ReactElement {
  return (
    <ProviderSettingsScreen
      areaField={(props) => <AreaField {...props} />}
      areaMap={(areas) => <CountryMap areas={areas} />}
    />
  );
}
