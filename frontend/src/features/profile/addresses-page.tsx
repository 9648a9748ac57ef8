import { MapPinHouse, Plus } from "lucide-react";
import { useState, type ReactElement } from "react";

import { useAddresses } from "@/api/addresses/use-addresses";
import { useUndoable } from "@/api/http/use-undoable";
import { errorText } from "@/api/http/error-text";
import type { Address } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { t } from "@/i18n/i18n";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { FailureNotice, type Failure } from "@/ui/failure-notice";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";

import { AddressDialog } from "./address-dialog";

type AddressCardProps = {
  address: Address;
  notRemoved: Failure | null;
  onEdit: () => void;
  onMakeDefault: () => Promise<unknown>;
  onRemove: () => void;
};

function AddressCard({ address, notRemoved, onEdit, onMakeDefault, onRemove }: AddressCardProps): ReactElement {
  const { isBusy, failure, act } = useAct();
  const shownFailure = notRemoved ?? failure;
  return (
    <Card>
      <div className="flex items-start gap-3">
        <MapPinHouse aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            <span className="min-w-0">{address.label === "" ? address.street : address.label}</span>
            {address.isDefault && <Badge tone="brand">{t("profile.addresses.default")}</Badge>}
          </p>
          <p className="text-ink-soft">
            {address.street}, {address.city} {address.postalCode}
          </p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={onEdit}>
          {t("profile.addresses.edit")}
        </Button>
        {!address.isDefault && (
          <Button
            size="sm"
            busy={isBusy}
            onClick={() => void act(onMakeDefault, { title: t("profile.notSaved.title") })}
          >
            {t("profile.addresses.makeDefault")}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={onRemove}>
          {t("profile.addresses.remove")}
        </Button>
      </div>
      {shownFailure !== null && (
        <div className="mt-3">
          <FailureNotice {...shownFailure} />
        </div>
      )}
    </Card>
  );
}

/** The name of an address's removal, for `isHeld`. */
const actOn = ({ id }: Address): string => `address ${id}`;

function Addresses(): ReactElement {
  const { addresses, error, isBusy, retry, change: changeOne, remove } = useAddresses();
  const [edited, setEdited] = useState<Address | "new" | null>(null);
  const undoable = useUndoable();

  const makeDefault = async ({ id }: Address): Promise<void> => {
    await changeOne(id, { isDefault: true });
    showToast({ title: t("profile.addresses.saved") });
  };
  const takeAway = (address: Address): void =>
    undoable.hold({
      name: actOn(address),
      title: t("profile.addresses.removed"),
      description: `${address.street}, ${address.city} ${address.postalCode}`,
      ...remove(address.id),
    });
  const removalFailure = (address: Address): Failure | null => {
    const removal = undoable.failureOf(actOn(address));
    // A toast has announced it.
    return removal === undefined
      ? null
      : { title: t("profile.addresses.notRemoved"), text: errorText(removal), isSaid: true };
  };

  if (addresses === undefined && error !== undefined) {
    return (
      <ErrorState body={errorText(error, t("profile.addresses.error"))} busy={isBusy} onRetry={() => void retry()} />
    );
  }
  if (addresses === undefined) {
    return (
      <Loading>
        <Skeleton className="h-32 rounded-card" />
      </Loading>
    );
  }
  const shown = addresses.filter((address) => !undoable.isHeld(actOn(address)));
  return (
    <>
      {shown.length === 0 && (
        <EmptyState title={t("profile.addresses.empty.title")} body={t("profile.addresses.empty.body")} />
      )}
      <ul className="flex flex-col gap-3">
        {shown.map((address) => (
          <li key={address.id}>
            <AddressCard
              address={address}
              notRemoved={removalFailure(address)}
              onEdit={() => setEdited(address)}
              onMakeDefault={() => makeDefault(address)}
              onRemove={() => takeAway(address)}
            />
          </li>
        ))}
      </ul>
      <Button variant="brand" wide className="mt-4" onClick={() => setEdited("new")}>
        <Plus aria-hidden className="size-5" />
        {t("profile.addresses.add")}
      </Button>
      <AddressDialog
        address={edited === "new" ? null : edited}
        open={edited !== null}
        onClose={() => setEdited(null)}
        onSaved={() => setEdited(null)}
      />
    </>
  );
}

/** The account's pickup addresses. */
export function AddressesPage(): ReactElement {
  return (
    <Page title={t("profile.addresses.title")} backTo="/profile">
      <Addresses />
    </Page>
  );
}
