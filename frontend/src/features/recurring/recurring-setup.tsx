import { useMemo, type ReactElement } from "react";
import { useNavigate } from "react-router-dom";

import { useAddresses } from "@/api/addresses/use-addresses";
import { errorText } from "@/api/http/error-text";
import { withoutExpress, type AddOnChoice } from "@/api/prices/add-ons";
import type { ServiceType } from "@/api/types";
import { useConfig } from "@/api/site/use-config";
import { useSession } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { signInLink } from "@/lib/return-path";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { useNow } from "@/ui/use-now";

import { forgetDraftsFor, type Prefill } from "./form/recurring-draft";
import { RecurringForm } from "./form/recurring-form";

const MINUTE_MS = 60_000;

type RecurringSetupProps = {
  providerId: string;
  serviceType: ServiceType;
  /** Kilograms with one decimal, "12.5". */
  weight: string;
  addOns: AddOnChoice;
  /** Null if not entered: then the account's. */
  address: string | null;
  note: string;
  /** The path to return to after signing in. */
  returnTo: string;
};

/** Creates a recurring booking from the booking form's values, then goes to the list. */
export function RecurringSetup({
  providerId,
  serviceType,
  weight,
  addOns,
  address,
  note,
  returnTo,
}: RecurringSetupProps): ReactElement {
  const navigate = useNavigate();
  const now = useNow(MINUTE_MS);
  const { user } = useSession();
  const { config, error, retry } = useConfig();
  const { addresses, error: addressesError } = useAddresses(user !== null);
  const prefill = useMemo<Prefill>(
    () => ({
      serviceType,
      weight,
      addOns: withoutExpress(addOns),
      ...(address !== null && { pickupAddress: address, deliveryAddress: address }),
      ...(note !== "" && { specialInstructions: note }),
    }),
    [serviceType, weight, addOns, address, note],
  );

  if (error !== undefined)
    return <ErrorState body={errorText(error, t("recurring.error"))} onRetry={() => void retry()} />;
  // Saved addresses are optional.
  const saved = user === null || addressesError !== undefined ? [] : addresses;
  if (config === undefined || saved === undefined) {
    return (
      <Loading className="flex flex-col gap-4">
        <Skeleton className="h-64 rounded-card" />
        <Skeleton className="h-40 rounded-card" />
      </Loading>
    );
  }
  const created = (): void => {
    forgetDraftsFor(providerId);
    void navigate("/recurring");
  };
  return (
    <div className="mx-auto w-full max-w-task">
      <RecurringForm
        user={user}
        providerId={providerId}
        saved={saved}
        prices={config.prices}
        now={now}
        prefill={prefill}
        onSignIn={() => void navigate(signInLink(returnTo))}
        onProvider={(other) => void navigate(returnTo.replaceAll(providerId, other))}
        onCreated={created}
      />
    </div>
  );
}
