import type { ReactElement } from "react";

import type { ListedProvider } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { NoMatchArt } from "@/ui/illustrations/empty";
import { EmptyState } from "@/ui/states";

import { conditionName } from "./filter-names";
import { filteredProviders, type Condition, type Filters } from "./filters";

type NoMatchesProps = {
  /** The providers before filtering. */
  providers: readonly ListedProvider[];
  filters: Filters;
  now: number;
  onChange: (filters: Partial<Filters>) => void;
};

/** No provider matches: offers to remove the filters that exclude all. */
export function NoMatches({ providers, filters, now, onChange }: NoMatchesProps): ReactElement {
  const without = (condition: Condition): readonly Condition[] =>
    filters.conditions.filter((other) => other !== condition);
  const ways = filters.conditions
    .map((condition) => ({
      condition,
      count: filteredProviders(providers, { ...filters, conditions: without(condition) }, now).length,
    }))
    .filter(({ count }) => count > 0);
  return (
    <EmptyState
      title={t("providers.empty.title")}
      body={ways.length > 0 ? t("filters.nobody") : t("filters.nobody.atAll")}
      picture={
        <span className="block h-28 w-40">
          <NoMatchArt />
        </span>
      }
      action={
        <div className="flex flex-wrap justify-center gap-2">
          {ways.map(({ condition, count }) => (
            <Button
              key={condition}
              variant="brand"
              size="sm"
              onClick={() => onChange({ conditions: without(condition) })}
            >
              {t("filters.without", { filter: conditionName(condition), count })}
            </Button>
          ))}
          {ways.length === 0 && (
            <Button variant="brand" size="sm" onClick={() => onChange({ conditions: [] })}>
              {t("filters.clear", { count: filters.conditions.length })}
            </Button>
          )}
        </div>
      }
    />
  );
}
