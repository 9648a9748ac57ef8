import type { ReactElement } from "react";

import type { ProviderSettings } from "@/api/types";
import { usePhoto } from "@/api/http/use-photo";
import { useProviderSettings } from "@/api/providers/use-provider-settings";
import { useAccount } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { SectionCard } from "@/ui/card";
import { Form } from "@/ui/form/form";
import { FormField, TextareaField, TextField } from "@/ui/form/form-fields";
import { PhotoRow } from "@/ui/photo-row";

import { SectionEnd, type SectionProps } from "./section-end";
import { MOST_SPECIALTIES, SpecialtyField, withWord } from "./specialty-field";
import { useSection } from "./use-section";

const LONGEST_NAME = 120;
const LONGEST_BIO = 1000;

type Values = { businessName: string; bio: string; specialties: readonly string[]; word: string };

const linesOf = ({ businessName, bio, specialties }: ProviderSettings): string[] =>
  [
    [t("providerSettings.name"), businessName],
    [t("providerSettings.bio"), bio],
    [t("providerSettings.specialties"), specialties.join(", ")],
  ].map(([label, value]) =>
    t("providerSettings.meanwhile.line", { label: label ?? "", value: value === "" ? "–" : (value ?? "") }),
  );

/** The public photo. */
function PublicPhoto({ settings: { providerId, photoUrl } }: { settings: ProviderSettings }): ReactElement {
  const { firstName, lastName } = useAccount();
  const state = usePhoto(useProviderSettings());
  const hint = t("providerSettings.photo.hint");
  return <PhotoRow {...{ firstName, lastName, photoUrl, hint, state }} id={providerId} />;
}

/** A provider's public description. */
export function ProfileSection({ settings, onTakeSaved }: SectionProps): ReactElement {
  const section = useSection<Values>({
    name: "profile",
    lists: { specialties: (one) => typeof one === "string" },
    settings,
    valuesOf: ({ businessName, bio, specialties }) => ({ businessName, bio, specialties, word: "" }),
    // A typed speciality counts even if "Add" was not pressed.
    changeOf: (values) => ({
      businessName: values.businessName,
      bio: values.bio,
      specialties: [...withWord(values.specialties, values.word)],
    }),
  });
  const { form } = section;
  return (
    <SectionCard title={t("providerSettings.profile.title")}>
      <div className="flex flex-col gap-5">
        <PublicPhoto settings={settings} />
        <Form form={form} label={t("providerSettings.profile.title")}>
          <TextField
            form={form}
            name="businessName"
            label={t("providerSettings.name")}
            hint={t("providerSettings.name.hint")}
            maxLength={LONGEST_NAME}
            autoComplete="organization"
          />
          <TextareaField
            form={form}
            name="bio"
            label={t("providerSettings.bio")}
            hint={t("providerSettings.bio.hint")}
            maxLength={LONGEST_BIO}
            rows={5}
          />
          <FormField
            form={form}
            name="specialties"
            label={t("providerSettings.specialties")}
            hint={t("providerSettings.specialties.hint", { most: MOST_SPECIALTIES })}
          >
            {(control) => (
              <SpecialtyField
                control={control}
                specialties={form.values.specialties}
                word={form.values.word}
                onWord={(word) => form.change({ word })}
                onChange={(chosen) => form.change({ specialties: chosen, word: "" })}
              />
            )}
          </FormField>
          <SectionEnd section={section} linesOf={linesOf} onTakeSaved={onTakeSaved}>
            {t("providerSettings.profile.save")}
          </SectionEnd>
        </Form>
      </div>
    </SectionCard>
  );
}
