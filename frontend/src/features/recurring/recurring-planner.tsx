import { useState, type ReactElement } from "react";

import { SERVICES } from "@/api/prices/services";
import type { ServiceType } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { Select } from "@/ui/input";

import { PatternFields } from "./form/pattern-fields";
import { DEFAULT_PLAN, type Plan } from "./plan";

export type PlannedService = Plan & { serviceType: ServiceType };

/** Demo of the schedule form; it writes nothing. */
export function RecurringPlanner({ onConfirm }: { onConfirm: (planned: PlannedService) => void }): ReactElement {
  const [planned, setPlanned] = useState<PlannedService>({ ...DEFAULT_PLAN, serviceType: "standard" });
  const change = (changes: Partial<PlannedService>): void => setPlanned((before) => ({ ...before, ...changes }));
  const services = SERVICES.map((service) => ({ value: service, label: t(`common.service.${service}`) }));
  return (
    <SectionCard title={t("recurring.planner.title")}>
      <div className="flex flex-col gap-4">
        <Field label={t("recurring.service")}>
          {(control) => (
            <Select
              {...control}
              value={planned.serviceType}
              options={services}
              onValueChange={(serviceType) => change({ serviceType })}
            />
          )}
        </Field>
        <PatternFields plan={planned} onChange={change} />
        <Button variant="primary" onClick={() => onConfirm(planned)} className="md:self-start">
          {t("recurring.planner.confirm")}
        </Button>
      </div>
    </SectionCard>
  );
}
