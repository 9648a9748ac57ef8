import { useState, type ReactElement } from "react";

import { useRateOrder } from "@/resources/use-orders";
import { errorText } from "@/resources/error-text";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { FailureNotice } from "@/ui/failure-notice";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/input";
import { showToast } from "@/ui/overlay/toast";

import { StarChoice, type Rating } from "./star-choice";

const MAX_COMMENT = 2000;

/** Stars and a comment for one completed order. */
export function RatingForm({ orderId, onRated }: { orderId: string; onRated?: () => void }): ReactElement {
  const [rating, setRating] = useState<Rating | null>(null);
  const [comment, setComment] = useState("");
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const rate = useRateOrder(orderId);

  const submit = async (): Promise<void> => {
    if (rating === null) {
      showToast({ title: t("rating.required.title"), description: t("rating.required.body"), variant: "destructive" });
      return;
    }
    setBusy(true);
    setRefusal(null);
    try {
      await rate(rating, comment.trim());
      setRating(null);
      setComment("");
      showToast({ title: t("rating.success.title"), description: t("rating.success.body") });
      onRated?.();
    } catch (error) {
      const sentence = errorText(error, t("rating.failure.body"));
      setRefusal(sentence);
      showToast({ title: t("rating.failure.title"), description: sentence, variant: "destructive" });
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      className="flex flex-col gap-4"
    >
      <StarChoice value={rating} onChange={setRating} />
      <Field label={t("rating.comment")}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={MAX_COMMENT}
            readOnly={busy}
            placeholder={t("rating.comment.placeholder")}
            value={comment}
            onChange={(event) => setComment(event.target.value)}
          />
        )}
      </Field>
      {refusal !== null && <FailureNotice text={refusal} isSaid />}
      <Button type="submit" variant="primary" wide busy={busy} disabled={rating === null}>
        {t("rating.submit")}
      </Button>
    </form>
  );
}
