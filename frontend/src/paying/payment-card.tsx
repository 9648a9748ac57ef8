import { FlaskConical } from "lucide-react";
import type { ReactElement, ReactNode } from "react";

import { t } from "@/i18n/i18n";
import { Badge } from "@/ui/badge";
import { SectionCard } from "@/ui/card";
import { Loading, Skeleton } from "@/ui/skeleton";

/** The card around the payment form; notes if payments are tests. */
export function PaymentCard({
  title,
  isTest,
  children,
}: {
  title: string;
  isTest: boolean;
  children: ReactNode;
}): ReactElement {
  const badge = isTest && (
    <Badge tone="warn" icon={<FlaskConical aria-hidden className="size-4" />}>
      {t("payment.test")}
    </Badge>
  );
  return (
    <SectionCard title={title} action={badge}>
      {children}
      <p className="mt-4 text-center text-caption text-ink-soft">{t("payment.safe")}</p>
    </SectionCard>
  );
}

/** Placeholder for the payment form. */
export function PaymentSkeleton(): ReactElement {
  return (
    <Loading label={t("payment.loadingForm")} className="flex flex-col gap-4">
      <Skeleton className="h-18 rounded-md" />
      <div className="grid grid-cols-2 gap-4">
        <Skeleton className="h-18 rounded-md" />
        <Skeleton className="h-18 rounded-md" />
      </div>
      <Skeleton className="h-18 rounded-md" />
    </Loading>
  );
}
