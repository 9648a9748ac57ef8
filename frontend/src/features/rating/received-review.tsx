import { useState, type ReactElement } from "react";

import { formErrorOf } from "@/api/http/error-text";
import { isReviewChanged, useAnswerReview } from "@/api/orders/use-reviews";
import { useSession } from "@/api/session/session";
import type { ReviewOfJob } from "@/api/types";
import { t } from "@/i18n/i18n";
import { Button } from "@/ui/button";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { TextareaField } from "@/ui/form/form-fields";
import { useForm } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { Dialog } from "@/ui/overlay/dialog";
import { showToast } from "@/ui/overlay/toast";
import { Stars } from "@/ui/stars";

/** The server's limit of length. */
const MAX_ANSWER = 2000;

function Words({ rating, comment }: ReviewOfJob): ReactElement {
  return (
    <div>
      <Stars value={rating} />
      {comment !== "" && <p className="mt-1 whitespace-pre-line wrap-break-word">{comment}</p>}
    </div>
  );
}

type AnswerFormProps = { review: ReviewOfJob; onAnswered: (answer: string) => void };

function AnswerForm({ review, onAnswered }: AnswerFormProps): ReactElement {
  // The review may be changed while somebody answers: what they opened stands here until the server says so.
  const [opened, setOpened] = useState<ReviewOfJob | null>(review);
  const read = opened ?? review;
  const publish = useAnswerReview();
  const { user } = useSession();
  const form = useForm({
    initial: { answer: "" },
    draft: { name: `review-answer ${review.id}`, owner: user?.id ?? null },
    check: ({ answer }) => ({ answer: answer.trim() === "" ? t("rating.answer.required") : "" }),
    save: async ({ answer }) => {
      const published = await publish(read, answer.trim());
      showToast({ title: t("rating.answer.done.title"), description: t("rating.answer.done.body") });
      onAnswered(published.answer ?? answer.trim());
    },
    explain: (error) => formErrorOf(error, t("rating.answer.failed")),
    notice: { title: t("rating.answer.failed.title") },
    onFormError: (_, error) => {
      if (isReviewChanged(error)) setOpened(null);
    },
  });
  return (
    <Form form={form}>
      <Words {...read} />
      <TextareaField
        form={form}
        name="answer"
        label={t("rating.answer.label")}
        hint={t("rating.answer.hint")}
        required
        rows={4}
        maxLength={MAX_ANSWER}
      />
      <FormNotice form={form} />
      <NeedsConnection says={t("rating.edit.offline")} busy={form.isBusy}>
        <SubmitButton form={form} variant="brand" wide>
          {t("rating.answer.send")}
        </SubmitButton>
      </NeedsConnection>
    </Form>
  );
}

type ReceivedReviewProps = { review: ReviewOfJob; /** First name of its author. */ name: string };

/** What a job's customer wrote, with the provider's answer or the way to give it, once. */
export function ReceivedReview({ review, name }: ReceivedReviewProps): ReactElement {
  const [asks, setAsks] = useState(false);
  // Jobs of earlier pages are not fetched again.
  const [published, setPublished] = useState<string | null>(null);
  const answer = review.answer ?? published;
  const close = (): void => setAsks(false);
  return (
    <div className="mt-2">
      <p className="text-caption text-ink-soft">{t("rating.received", { name })}</p>
      <Words {...review} />
      {answer === null ? (
        <Button size="sm" className="mt-2" onClick={() => setAsks(true)}>
          {t("rating.answer")}
        </Button>
      ) : (
        <div className="mt-2 rounded-md bg-sunken px-4 py-3">
          <p className="text-caption font-semibold">{t("rating.answer.label")}</p>
          <p className="whitespace-pre-line wrap-break-word">{answer}</p>
        </div>
      )}
      <Dialog open={asks} onClose={close} title={t("rating.answer")} description={t("rating.received", { name })}>
        {asks && (
          <AnswerForm
            review={review}
            onAnswered={(given) => {
              setPublished(given);
              close();
            }}
          />
        )}
      </Dialog>
    </div>
  );
}
