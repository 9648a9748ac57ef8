import { Camera, Minus, Plus } from "lucide-react";
import { useEffect, useState, type ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import type { JobHandover, Order } from "@/api/types";
import { useHandoverActs } from "@/api/orders/use-handovers";
import { t } from "@/i18n/i18n";
import { IconButton } from "@/ui/button";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { useForm } from "@/ui/form/use-form";
import { showToast } from "@/ui/overlay/toast";
import { PhotoInput } from "@/ui/photo-input";

const MOST_BAGS = 30;

type BagsProps = { bags: number; disabled: boolean; onChange: (bags: number) => void };

/** Number of bags; 0 is not counted. */
function Bags({ bags, disabled, onChange }: BagsProps): ReactElement {
  return (
    <div
      role="group"
      aria-label={t("provider.proof.bags")}
      className="flex items-center justify-between gap-3 rounded-card border p-2"
    >
      <IconButton
        label={t("provider.proof.bags.less")}
        icon={<Minus aria-hidden className="size-6" />}
        disabled={disabled || bags <= 1}
        onClick={() => onChange(bags - 1)}
      />
      <p role="status" className="text-title font-bold tabular-nums">
        {bags === 0 ? t("provider.proof.bags.none") : t("provider.proof.count", { count: bags })}
      </p>
      <IconButton
        label={t("provider.proof.bags.more")}
        icon={<Plus aria-hidden className="size-6" />}
        disabled={disabled || bags >= MOST_BAGS}
        onClick={() => onChange(bags + 1)}
      />
    </div>
  );
}

type PhotoProps = {
  /** The photo saved before; null for none. */ savedUrl: string | null;
  disabled: boolean;
  onTake: (photo: File) => void;
};

function Photo({ savedUrl, disabled, onTake }: PhotoProps): ReactElement {
  const [taken, setTaken] = useState<string | null>(null);
  // Object URLs keep the photo in memory until revoked.
  useEffect(() => (taken === null ? undefined : () => URL.revokeObjectURL(taken)), [taken]);
  const shown = taken ?? savedUrl;
  const take = (photo: File): void => {
    setTaken(URL.createObjectURL(photo));
    onTake(photo);
  };
  return (
    <>
      {shown !== null && (
        <img
          src={shown}
          alt={t("provider.proof.photo")}
          className="max-h-64 w-full rounded-card border object-contain"
        />
      )}
      <PhotoInput disabled={disabled} fromCamera onTake={take}>
        <Camera aria-hidden className="size-5 shrink-0" />
        {t(shown === null ? "provider.proof.photo.take" : "provider.proof.photo.another")}
      </PhotoInput>
    </>
  );
}

type ProofFormProps = { order: Order; proof: JobHandover | undefined; onClose: () => void };

/** Records bags and a photo during a handover. */
export function ProofForm({ order, proof, onClose }: ProofFormProps): ReactElement {
  const { note } = useHandoverActs(order);
  const [share, setShare] = useState(0);
  const name = order.customer?.firstName ?? "";
  const form = useForm<{ bags: number; photo: File | null }>({
    initial: { bags: proof?.bags ?? 0, photo: null },
    check: () => ({}),
    save: async ({ bags, photo }) => {
      setShare(0);
      const delivery = await note({ bags: bags === 0 ? null : bags, photo }, setShare);
      const description = t(delivery === "sent" ? "provider.proof.saved.body" : "provider.proof.later", { name });
      showToast({ title: t("provider.proof.saved"), description });
      onClose();
    },
    explain: (error) => {
      // Show field errors as a whole, because none can be fixed by typing.
      const { fields, text } = formErrorOf(error);
      return { fields: {}, text: Object.values(fields)[0] ?? text };
    },
    notice: { title: t("provider.proof.failed") },
  });
  const { values, isBusy, change } = form;
  return (
    <Form form={form}>
      <Bags bags={values.bags} disabled={isBusy} onChange={(bags) => change({ bags })} />
      <Photo savedUrl={proof?.photoUrl ?? null} disabled={isBusy} onTake={(photo) => change({ photo })} />
      <FormNotice form={form} />
      <SubmitButton form={form} variant="brand">
        {isBusy && values.photo !== null
          ? t("provider.proof.sending", { percent: Math.round(share * 100) })
          : t("provider.proof.save")}
      </SubmitButton>
    </Form>
  );
}
