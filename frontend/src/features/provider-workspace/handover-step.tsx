import { Camera, Check, KeyRound } from "lucide-react";
import { useState, type ReactElement } from "react";

import type { JobHandover, Order, OrderStatus } from "@/api/types";
import { useHandovers } from "@/api/orders/use-handovers";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/overlay/dialog";

import { CodeForm } from "./code-form";
import { ProofForm } from "./proof-form";

/** What is recorded of a handover. */
function Noted({ bags, photoUrl }: JobHandover): ReactElement | null {
  if (bags === null && photoUrl === null) return null;
  const said = [
    bags !== null && t("provider.proof.count", { count: bags }),
    photoUrl !== null && t("provider.proof.photo.there"),
  ].filter((part) => part !== false);
  return (
    <p className="flex items-center justify-center gap-2 text-good">
      <Check aria-hidden className="size-5 shrink-0" />
      {said.join(" · ")}
    </p>
  );
}

export type HandoverStepProps = {
  order: Order;
  /** The status that ends it. */
  to: Exclude<OrderStatus, "pending" | "cancelled">;
  /** The most urgent step of all jobs. */
  isNext: boolean;
  /** The customer requires a code. */
  needsCode: boolean;
};

/** At the customer's door: the step (with a code if required), and the proof of handover. */
export function HandoverStep({ order, to, isNext, needsCode }: HandoverStepProps): ReactElement {
  const [asks, setAsks] = useState<"code" | "proof" | null>(null);
  const { handovers } = useHandovers(order.id);
  const onClose = (): void => setAsks(null);
  const name = order.customer?.firstName ?? "";
  const proof = handovers?.find(({ kind }) => kind === order.status);
  return (
    <>
      {needsCode && (
        <Button variant={isNext ? "primary" : "secondary"} wide onClick={() => setAsks("code")}>
          <KeyRound aria-hidden className="size-5" />
          {t(`provider.next.${to}`)}
        </Button>
      )}
      {proof !== undefined && <Noted {...proof} />}
      <Button variant="ghost" wide onClick={() => setAsks("proof")}>
        <Camera aria-hidden className="size-5" />
        {t("provider.proof")}
      </Button>
      <Dialog
        open={asks === "code"}
        onClose={onClose}
        title={t("provider.code.title", { name })}
        description={t("provider.code.body", { name })}
      >
        <CodeForm order={order} to={to} onClose={onClose} />
      </Dialog>
      <Dialog
        open={asks === "proof"}
        onClose={onClose}
        title={t("provider.proof")}
        description={t("provider.proof.body", { name })}
      >
        <ProofForm order={order} proof={proof} onClose={onClose} />
      </Dialog>
    </>
  );
}
