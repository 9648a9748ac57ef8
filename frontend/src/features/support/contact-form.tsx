import { useState, type ReactElement } from "react";

import { fieldErrors, formErrorOf } from "@/api/http/error-text";
import { useSession } from "@/api/session/session";
import type { SupportRequestCreate, User } from "@/api/types";
import { useSendSupportRequest } from "@/api/site/use-support";
import { t } from "@/i18n/i18n";
import { isEmail } from "@/lib/email";
import { SectionCard } from "@/ui/card";
import { Form, FormNotice, SubmitButton } from "@/ui/form/form";
import { SelectField, TextareaField, TextField } from "@/ui/form/form-fields";
import { useForm, type Errors, type FormError } from "@/ui/form/use-form";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { useAddressState } from "@/ui/use-address-state";

import { PhotosToSend, usePhotosToSend } from "./support-photos";

const CATEGORIES = ["general", "booking", "payment", "quality", "technical", "privacy"] as const;

function problems({ name, email, subject, message }: SupportRequestCreate): Errors {
  return {
    name: name.trim() === "" ? t("contact.name.required") : "",
    email: email.trim() === "" ? t("contact.email.required") : isEmail(email) ? "" : t("contact.email.wrong"),
    subject: subject.trim() === "" ? t("contact.subject.required") : "",
    message: message.trim() === "" ? t("contact.message.required") : "",
  };
}

// An id, so that nobody's link writes words into the form.
const ORDER_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The order that the address names, as behind "Get help" on its page; null for none. */
function useOrderId(): string | null {
  const [order] = useAddressState("order");
  return order !== null && ORDER_ID.test(order) ? order : null;
}

/** An account need not enter name and email; who writes about an order need not name it. */
function prefilled(user: User | null, orderId: string | null): SupportRequestCreate {
  return {
    name: user === null ? "" : `${user.firstName} ${user.lastName}`.trim(),
    email: user?.email ?? "",
    category: orderId === null ? "general" : "booking",
    subject: orderId === null ? "" : t("contact.subject.order", { number: orderId.slice(-8) }),
    message: "",
  };
}

/** The order of the address is not, or no longer, the account's. */
const isNotTheirs = (error: unknown): boolean => fieldErrors(error)["orderId"] !== undefined;

function explain(error: unknown): FormError {
  const formError = formErrorOf(error, t("contact.notSent.body"));
  return isNotTheirs(error) ? { ...formError, text: `${formError.text} ${t("contact.notSent.order")}` } : formError;
}

function Fields({ user, orderId }: { user: User | null; orderId: string | null }): ReactElement {
  const send = useSendSupportRequest();
  const photos = usePhotosToSend();
  // The first request alone is about the order of the address.
  const [about, setAbout] = useState(orderId);
  // Of its own for each order: another's half-written request would hide which one it is.
  const draft = { name: orderId === null ? "support" : `support ${orderId}`, owner: user?.id ?? null };
  const form = useForm<SupportRequestCreate>({
    initial: prefilled(user, about),
    draft,
    check: problems,
    save: async ({ name, email, category, subject, message }) => {
      const request: SupportRequestCreate = {
        name: name.trim(),
        email: email.trim(),
        category,
        subject: subject.trim(),
        message: message.trim(),
        ...(about !== null && user !== null && { orderId: about }),
      };
      const { id } = await send(request, draft);
      setAbout(null);
      form.clear(prefilled(user, null));
      const failed = await photos.send(id);
      showToast({
        title: t("contact.sent.title"),
        description: failed === 0 ? t("contact.sent.body") : t("contact.photo.notSent", { count: failed }),
      });
    },
    explain,
    notice: { title: t("contact.notSent.title") },
    // The next attempt leaves it out.
    onFormError: (_, error) => isNotTheirs(error) && setAbout(null),
  });
  const categories = CATEGORIES.map((value) => ({ value, label: t(`contact.category.${value}`) }));

  return (
    <Form form={form} label={t("contact.title")}>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField form={form} name="name" label={t("contact.name")} autoComplete="name" maxLength={120} required />
        <TextField
          form={form}
          name="email"
          label={t("contact.email")}
          type="email"
          autoComplete="email"
          maxLength={254}
          required
        />
      </div>
      <SelectField form={form} name="category" label={t("contact.category")} options={categories} />
      <TextField form={form} name="subject" label={t("contact.subject")} maxLength={150} required />
      <TextareaField form={form} name="message" label={t("contact.message")} rows={6} maxLength={5000} required />
      {user !== null && <PhotosToSend photos={photos} disabled={form.isBusy} />}
      <FormNotice form={form} />
      <NeedsConnection says={t("contact.offline")} busy={form.isBusy}>
        <SubmitButton form={form} variant="primary" className="md:self-start">
          {t("contact.send")}
        </SubmitButton>
      </NeedsConnection>
    </Form>
  );
}

function Unknown(): ReactElement {
  return (
    <Loading className="flex flex-col gap-4">
      <Skeleton className="h-19 rounded-md" />
      <Skeleton className="h-19 rounded-md" />
      <Skeleton className="h-19 rounded-md" />
      <Skeleton className="h-48 rounded-md" />
      <Skeleton className="h-12 rounded-md" />
    </Loading>
  );
}

/**
 * Writes to support (specification point 3, Support form). Signed-in users need not enter name and email, and with
 * `?order=` nobody which order it is about.
 */
export function ContactForm(): ReactElement {
  const { user, isLoading } = useSession();
  const orderId = useOrderId();
  return (
    <SectionCard title={t("contact.title")} className="mt-6">
      <p className="-mt-2 mb-4 text-ink-soft">{t("contact.lead")}</p>
      {/* Not shown until the session is known: a draft without owner would outlive the session. */}
      {isLoading ? (
        <Unknown />
      ) : (
        <Fields key={`${user?.id ?? "visitor"} ${orderId ?? ""}`} user={user} orderId={orderId} />
      )}
    </SectionCard>
  );
}
