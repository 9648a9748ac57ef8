import { MapPinned } from "lucide-react";
import { useState, type ReactElement, type ReactNode } from "react";

import { isServedLocality, MOST_AREAS } from "@/api/localities/served-locality";
import type { ProviderSettings, ServedArea, ServedLocality } from "@/api/types";
import { useConfig } from "@/api/site/use-config";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import type { ControlProps } from "@/ui/field";
import { Form } from "@/ui/form/form";
import { FormField } from "@/ui/form/form-fields";
import { lazyPart } from "@/ui/lazy-part";
import { Dialog } from "@/ui/overlay/dialog";

import type { AreaPickerProps } from "./area-picker";
import { SectionEnd, type SectionProps } from "./section-end";
import { useSection } from "./use-section";

type ChosenLocality = ServedLocality & Partial<Pick<ServedArea, "latitude" | "longitude">>;
type AreaFieldProps = {
  control: ControlProps & { name: string; readOnly: boolean };
  areas: readonly ServedArea[];
  words: string;
  onWords: (words: string) => void;
  onChange: (areas: readonly ChosenLocality[]) => void;
};
/** Parts of other features, passed in by the route. */
export type AreaParts = {
  areaField: (props: AreaFieldProps) => ReactNode;
  areaMap: (areas: readonly ServedArea[]) => ReactNode;
};

type Values = { serviceArea: readonly ServedArea[]; search: string };

const located = ({ postalCode, city, latitude = null, longitude = null }: ChosenLocality): ServedArea => ({
  postalCode,
  city,
  latitude,
  longitude,
});

const AreaPicker = lazyPart(async () => (await import("./area-picker")).AreaPicker);

/** Opens the map for choosing localities. */
function ChooseOnMap({
  disabled,
  ...given
}: Omit<AreaPickerProps, "tiles" | "most"> & { disabled: boolean }): ReactElement {
  const { config } = useConfig();
  const [isOpen, setIsOpen] = useState(false);
  const tiles = config?.mapTilesUrl ?? null;
  return (
    <>
      <Button wide disabled={disabled} onClick={() => setIsOpen(true)}>
        <MapPinned aria-hidden className="size-5" />
        {t("providerSettings.map.open")}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t("providerSettings.areas.title")}
        description={t("providerSettings.map.lead")}
        actions={
          <Button variant="brand" onClick={() => setIsOpen(false)}>
            {t("providerSettings.map.done")}
          </Button>
        }
      >
        <AreaPicker {...given} most={MOST_AREAS} tiles={tiles} />
        {tiles !== null && <p className="text-caption text-ink-soft">{config?.mapTilesAttribution}</p>}
      </Dialog>
    </>
  );
}

const linesOf = ({ areas }: ProviderSettings): string[] => areas.map(({ postalCode, city }) => `${postalCode} ${city}`);

/** A provider's service area. Existing orders are not affected. */
export function AreaSection({ settings, onTakeSaved, areaField, areaMap }: SectionProps & AreaParts): ReactElement {
  const section = useSection<Values>({
    name: "areas",
    lists: { serviceArea: isServedLocality },
    settings,
    valuesOf: ({ areas }) => ({ serviceArea: areas, search: "" }),
    check: ({ serviceArea, search }) => ({
      serviceArea:
        serviceArea.length === 0
          ? t("providerSettings.areas.required")
          : search.trim() === ""
            ? ""
            : t("providerSettings.areas.choose"),
    }),
    changeOf: ({ serviceArea }) => ({ serviceArea: serviceArea.map(({ postalCode }) => postalCode) }),
  });
  const { form } = section;
  const choose = (chosen: readonly ServedArea[]): void => form.change({ serviceArea: chosen });
  return (
    <SectionCard title={t("providerSettings.areas.title")}>
      <Form form={form} label={t("providerSettings.areas.title")}>
        <FormField
          form={form}
          name="serviceArea"
          label={t("providerSettings.areas")}
          hint={t("providerSettings.areas.hint", { most: MOST_AREAS })}
          required
        >
          {(control) =>
            areaField({
              control,
              areas: form.values.serviceArea,
              words: form.values.search,
              onWords: (search) => form.change({ search }),
              onChange: (chosen) => form.change({ serviceArea: chosen.map(located), search: "" }),
            })
          }
        </FormField>
        {areaMap(form.values.serviceArea)}
        <ChooseOnMap disabled={form.isBusy} areas={form.values.serviceArea} onChange={choose} />
        <SectionEnd section={section} linesOf={linesOf} onTakeSaved={onTakeSaved}>
          {t("providerSettings.areas.save")}
        </SectionEnd>
      </Form>
    </SectionCard>
  );
}
