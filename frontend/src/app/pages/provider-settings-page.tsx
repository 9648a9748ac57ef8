import type { ReactElement } from "react";

import { AreaField } from "@/features/apply/area-field";
import { CountryMap } from "@/features/provider-profile/area-map";
import { ProviderSettingsScreen } from "@/features/provider-settings/provider-settings-screen";

/** A provider's settings, with the choice of places of the application and the map of their public page. */
export function ProviderSettingsPage(): ReactElement {
  return (
    <ProviderSettingsScreen
      areaField={(props) => <AreaField {...props} />}
      areaMap={(areas) => <CountryMap areas={areas} />}
    />
  );
}
