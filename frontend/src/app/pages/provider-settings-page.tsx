import type { ReactElement } from "react";

import { AreaField } from "@/features/apply/area-field";
import { CountryMap } from "@/features/provider-page/area-map";
import { SettingsPage } from "@/features/provider-settings/settings-page";

/** A provider's settings, with the choice of places of the application and the map of their public page. */
export function ProviderSettingsPage(): ReactElement {
  return <SettingsPage areaField={(props) => <AreaField {...props} />} areaMap={(areas) => <CountryMap areas={areas} />} />;
}
