import { MapPinHouse, Plus } from "lucide-react";
import { useState, type ReactElement } from "react";

import { useAddresses } from "@/resources/use-addresses";
import { errorText } from "@/resources/error-text";
import type { Address } from "@/resources/types";
import { t } from "@/i18n/i18n";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { Dialog } from "@/ui/overlay/dialog";
import { showToast } from "@/ui/overlay/toast";
import { Page } from "@/ui/page";
import { Loading, Skeleton } from "@/ui/skeleton";
import { EmptyState, ErrorState } from "@/ui/states";

import { AddressDialog } from "./address-dialog";

type Act = "edit" | "remove" | "default";

function AddressCard({ address, onAct }: { address: Address; onAct: (act: Act) => void }): ReactElement {
  return (
    <Card>
      <div className="flex items-start gap-3">
        <MapPinHouse aria-hidden className="mt-0.5 size-5 shrink-0 text-brand-ink" />
        <div className="min-w-0 grow">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {address.label === "" ? address.street : address.label}
            {address.isDefault && <Badge tone="brand">{t("profile.addresses.default")}</Badge>}
          </p>
          <p className="text-ink-soft">
            {address.street}, {address.city} {address.postalCode}
          </p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => onAct("edit")}>
          {t("profile.addresses.edit")}
        </Button>
        {!address.isDefault && (
          <Button size="sm" onClick={() => onAct("default")}>
            {t("profile.addresses.makeDefault")}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => onAct("remove")}>
          {t("profile.addresses.remove")}
        </Button>
      </div>
    </Card>
  );
}

type RemoveDialogProps = {
  address: Address | null;
  onClose: () => void;
  /** Answers why it did not work, or null when it is done. */
  onConfirm: (address: Address) => Promise<string | null>;
};

function RemoveDialog({ address, onClose, onConfirm }: RemoveDialogProps): ReactElement {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const close = (): void => {
    setRefusal(null);
    onClose();
  };
  const confirm = async (chosen: Address): Promise<void> => {
    setBusy(true);
    const reason = await onConfirm(chosen);
    setBusy(false);
    setRefusal(reason);
    if (reason === null) onClose();
  };
  return (
    <Dialog
      open={address !== null}
      onClose={close}
      title={t("profile.addresses.remove.title")}
      failure={refusal === null ? null : { title: t("profile.addresses.notRemoved"), text: refusal }}
      description={address === null ? "" : `${address.street}, ${address.city} ${address.postalCode}`}
      actions={
        address !== null && (
          <>
            <Button variant="destructive" busy={busy} onClick={() => void confirm(address)}>
              {t("profile.addresses.remove")}
            </Button>
            <Button onClick={close}>{t("profile.addresses.remove.keep")}</Button>
          </>
        )
      }
    />
  );
}

function Addresses(): ReactElement {
  const { addresses, error, isBusy, retry, change: changeOne, remove } = useAddresses();
  const [edited, setEdited] = useState<Address | "new" | null>(null);
  const [removed, setRemoved] = useState<Address | null>(null);

  /** Answers why it did not work, or null when it is done. */
  const change = async (run: () => Promise<unknown>, done: string): Promise<string | null> => {
    try {
      await run();
      showToast({ title: done });
      return null;
    } catch (failure) {
      return errorText(failure);
    }
  };
  const makeDefault = async (address: Address): Promise<void> => {
    const refusal = await change(() => changeOne(address.id, { isDefault: true }), t("profile.addresses.saved"));
    if (refusal !== null) showToast({ title: t("profile.notSaved.title"), description: refusal, variant: "destructive" });
  };
  const act = (address: Address, what: Act): void => {
    if (what === "edit") setEdited(address);
    if (what === "remove") setRemoved(address);
    if (what === "default") void makeDefault(address);
  };

  if (addresses === undefined && error !== undefined) {
    return <ErrorState body={errorText(error, t("profile.addresses.error"))} busy={isBusy} onRetry={() => void retry()} />;
  }
  if (addresses === undefined) {
    return (
      <Loading>
        <Skeleton className="h-32 rounded-card" />
      </Loading>
    );
  }
  return (
    <>
      {addresses.length === 0 && <EmptyState title={t("profile.addresses.empty.title")} body={t("profile.addresses.empty.body")} />}
      <ul className="flex flex-col gap-3">
        {addresses.map((address) => (
          <li key={address.id}>
            <AddressCard address={address} onAct={(what) => act(address, what)} />
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
      <RemoveDialog
        address={removed}
        onClose={() => setRemoved(null)}
        onConfirm={(address) => change(() => remove(address.id), t("profile.addresses.removed"))}
      />
    </>
  );
}

/** The places that laundry is picked up from. */
export function AddressesPage(): ReactElement {
  return (
    <Page title={t("profile.addresses.title")} backTo="/profile">
      <Addresses />
    </Page>
  );
}
