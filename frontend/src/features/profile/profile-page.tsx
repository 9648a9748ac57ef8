import {
  Bell,
  CircleHelp,
  CreditCard,
  IdCard,
  LogOut,
  MapPinHouse,
  Repeat,
  Settings,
  ShieldCheck,
  Shirt,
  Store,
  WashingMachine,
} from "lucide-react";
import { useState, type ReactElement } from "react";

import type { User } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useApplication } from "@/api/application/use-application";
import { useNotifications } from "@/api/notifications/use-notifications";
import { endSharing } from "@/api/position/position-sharing";
import { sendHeldActs } from "@/api/http/use-undoable";
import { useSession } from "@/api/session/session";
import { countPendingActions } from "@/offline/count-pending-actions";
import { productName, t } from "@/i18n/i18n";
import { shownPhone } from "@/lib/phone";
import { signInLink } from "@/lib/return-path";
import { Avatar } from "@/ui/avatar";
import { Button, ButtonLink } from "@/ui/button";
import { Card } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { SignInArt } from "@/ui/illustrations/orders-art";
import { Dialog } from "@/ui/overlay/dialog";
import { Page } from "@/ui/page";
import { EmptyState } from "@/ui/states";

import { DisplaySection } from "./display-section";
import { MenuRow } from "./menu-row";
import { UnconfirmedEmail } from "./unconfirmed-email";

// Replaced by the build: the version of package.json.
declare const APP_VERSION: string;

const ICON = "size-5";

function UserCard({ user }: { user: User }): ReactElement {
  return (
    <Card className="flex flex-wrap items-center gap-4">
      <Avatar id={user.id} firstName={user.firstName} lastName={user.lastName} imageUrl={user.photoUrl} size="lg" />
      <div className="min-w-0 grow">
        <p className="text-lead font-semibold">
          {user.firstName} {user.lastName}
        </p>
        <p className="text-ink-soft">{user.email}</p>
        <p className="text-ink-soft">{user.phone === "" ? t("profile.noPhone") : shownPhone(user.phone)}</p>
      </div>
      <ButtonLink size="sm" to="/profile/edit">
        {t("profile.edit")}
      </ButtonLink>
    </Card>
  );
}

function SignInCard(): ReactElement {
  return (
    <EmptyState
      picture={<SignInArt />}
      title={t("profile.visitor.title")}
      body={t("profile.visitor.body")}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <ButtonLink variant="primary" to={signInLink("/profile")}>
            {t("profile.visitor.signIn")}
          </ButtonLink>
          <ButtonLink to={signInLink("/profile", "/register")}>{t("profile.visitor.register")}</ButtonLink>
        </div>
      }
    />
  );
}

/** Link for providers: advertising, or the state of an application. */
function ProviderRow(): ReactElement {
  const { application } = useApplication();
  const isBegun = application !== undefined && application.timeline.length > 0;
  const body = isBegun ? t(`profile.row.provider.${application.status}`) : t("profile.row.provider.body");
  return (
    <MenuRow icon={<Store className={ICON} />} label={t("profile.row.provider")} body={body} to="/provider/apply" />
  );
}

function Menu({ user }: { user: User | null }): ReactElement {
  const { unread } = useNotifications();
  return (
    <ul className="card divide-y overflow-hidden">
      {user !== null && (
        <MenuRow
          icon={<MapPinHouse className={ICON} />}
          label={t("profile.row.addresses")}
          body={t("profile.row.addresses.body")}
          to="/profile/addresses"
        />
      )}
      {user !== null && (
        <MenuRow
          icon={<CreditCard className={ICON} />}
          label={t("profile.row.cards")}
          body={t("profile.row.cards.body")}
          to="/profile/payment-methods"
        />
      )}
      {user !== null && (
        <MenuRow
          icon={<Shirt className={ICON} />}
          label={t("profile.row.care")}
          body={t("profile.row.care.body")}
          to="/profile/care"
        />
      )}
      {user !== null && (
        <MenuRow
          icon={<Repeat className={ICON} />}
          label={t("profile.row.recurring")}
          body={t("profile.row.recurring.body")}
          to="/recurring"
        />
      )}
      <MenuRow
        icon={<Bell className={ICON} />}
        label={t("profile.row.notifications")}
        body={t("profile.row.notifications.body", { count: unread })}
        to="/notifications"
      />
      {user?.isProvider === true && (
        <MenuRow
          icon={<WashingMachine className={ICON} />}
          label={t("profile.row.workspace")}
          body={t("profile.row.workspace.body")}
          to="/provider"
        />
      )}
      {user?.isProvider === true && (
        <MenuRow
          icon={<IdCard className={ICON} />}
          label={t("profile.row.page")}
          body={t("profile.row.page.body")}
          to="/provider/settings"
        />
      )}
      {user?.isProvider !== true && <ProviderRow />}
      {user?.isOperator === true && (
        <MenuRow
          icon={<ShieldCheck className={ICON} />}
          label={t("profile.row.adminSite")}
          body={t("profile.row.adminSite.body")}
          to="/admin/"
          outside
        />
      )}
      <MenuRow
        icon={<CircleHelp className={ICON} />}
        label={t("profile.row.help")}
        body={t("profile.row.help.body")}
        to="/support"
      />
      {user !== null && (
        <MenuRow
          icon={<Settings className={ICON} />}
          label={t("profile.row.settings")}
          body={t("profile.row.settings.body")}
          to="/profile/settings"
        />
      )}
    </ul>
  );
}

function SignOut(): ReactElement {
  const { isBusy, failure, act } = useAct();
  const [isLeaving, setIsLeaving] = useState(false);
  const { user, signOut } = useSession();
  const leave = async (): Promise<void> => {
    await endSharing();
    await signOut();
    setIsLeaving(true);
    // A full reload, so that nothing of the account stays in memory.
    window.location.assign("/");
  };
  const busy = isBusy || isLeaving;
  const [pendingCount, setPendingCount] = useState(0);
  const [asks, setAsks] = useState(false);
  const press = (): void => void act(leave, { title: t("profile.signOut.error") });
  const ask = async (): Promise<void> => {
    await sendHeldActs();
    const count = user === null ? 0 : await countPendingActions(user.id);
    if (count === 0) return leave();
    setPendingCount(count);
    setAsks(true);
  };
  return (
    <>
      {failure !== null && !asks && <FailureNotice {...failure} />}
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        failure={failure}
        title={t("profile.signOut.pending.title")}
        description={t("profile.signOut.pending.body", { count: pendingCount })}
        actions={
          <>
            <Button variant="destructive" busy={busy} onClick={press}>
              {t("profile.signOut.pending.confirm")}
            </Button>
            <Button onClick={() => setAsks(false)}>{t("profile.signOut.pending.stay")}</Button>
          </>
        }
      />
      <Button
        wide
        icon={<LogOut aria-hidden className={ICON} />}
        busy={busy}
        onClick={() => void act(ask, { title: t("profile.signOut.error") })}
      >
        {t("profile.signOut")}
      </Button>
    </>
  );
}

/** The account's menu. */
export function ProfilePage(): ReactElement {
  const { user } = useSession();
  return (
    <Page title={t("profile.profile.title")}>
      <div className="flex flex-col gap-4">
        {user === null ? <SignInCard /> : <UserCard user={user} />}
        {user?.emailVerified === false && <UnconfirmedEmail email={user.email} />}
        <Menu user={user} />
        {user === null ? <DisplaySection user={null} /> : <SignOut />}
        <p className="text-center text-caption text-ink-soft">
          {productName()} · {t("profile.version", { version: APP_VERSION })}
        </p>
      </div>
    </Page>
  );
}
