import { useId, useState, type ReactElement } from "react";
import { Link } from "react-router-dom";

import { errorText } from "@/api/http/error-text";
import type { NotificationSwitch } from "@/api/types";
import { useAct } from "@/api/http/use-act";
import { useNotificationChoices, type NotificationChange } from "@/api/notifications/use-notification-choices";
import { usePrivacyPreferences } from "@/api/privacy/use-privacy";
import { useAccount } from "@/api/session/session";
import { t } from "@/i18n/i18n";
import { useOnline } from "@/lib/use-online";
import { SectionCard } from "@/ui/card";
import { FailureNotice } from "@/ui/failure-notice";
import { lazyPart } from "@/ui/lazy-part";
import { NeedsConnection } from "@/ui/needs-connection";
import { showToast } from "@/ui/overlay/toast";
import { Loading, Skeleton } from "@/ui/skeleton";
import { ErrorState } from "@/ui/states";
import { Switch } from "@/ui/switch";

type Group = NotificationSwitch["group"];
type Turn = (change: NotificationChange) => void;
type Row = Pick<NotificationSwitch, "group" | "event" | "channel">;

function isSame(one: Row, other: NotificationChange | null): boolean {
  return (
    other !== null && one.group === other.group && one.event === (other.event ?? null) && one.channel === other.channel
  );
}

/** The state of a switch, including a pending change. */
function isOn(one: NotificationSwitch, pending: NotificationChange | null): boolean {
  return isSame(one, pending) && pending !== null ? pending.isOn : one.isOn;
}

type ListProps = {
  switches: readonly NotificationSwitch[];
  pending: NotificationChange | null;
  isBlocked: boolean;
  onTurn: Turn;
};

/** The single kinds of a group, collapsed by default. */
function Singly({
  switches,
  of,
  pending,
  isBlocked,
  onTurn,
}: ListProps & { of: readonly NotificationSwitch[] }): ReactElement {
  const events = [...new Set(switches.flatMap(({ event }) => event ?? []))];
  return (
    <details>
      <summary className="flex min-h-touch cursor-pointer items-center font-medium text-brand-ink">
        {t("profile.notices.singly")}
      </summary>
      {events.map((event) => (
        <fieldset key={event} className="ml-4">
          <legend className="pt-2 font-medium">{t(`profile.notices.event.${event}`)}</legend>
          {switches
            .filter((one) => one.event === event)
            .map((one) => {
              const isGroupOn = of.some((all) => all.channel === one.channel && isOn(all, pending));
              return (
                <Switch
                  key={one.channel}
                  label={t(`profile.notices.${one.channel}`)}
                  checked={isGroupOn && isOn(one, pending)}
                  disabled={isBlocked || !isGroupOn}
                  onCheckedChange={(isOn) => onTurn({ group: one.group, event, channel: one.channel, isOn })}
                />
              );
            })}
        </fieldset>
      ))}
    </details>
  );
}

/** The switches of a group, and a note on what is always sent. */
function GroupSwitches({ group, switches, pending, isBlocked, onTurn }: ListProps & { group: Group }): ReactElement {
  const whole = switches.filter(({ event }) => event === null);
  const { emailVerified } = useAccount();
  const single = switches.filter(({ event }) => event !== null);
  const free = whole.filter(({ isFixed }) => !isFixed);
  const id = useId();
  return (
    <li>
      <div role="group" aria-labelledby={id} className="py-3">
        <h3 id={id} className="font-medium">
          {t(`profile.notices.${group}`)}
        </h3>
        <p className="text-caption text-ink-soft">{t(`profile.notices.${group}.body`)}</p>
        {free.every(({ channel }) => channel === "push") && (
          <p className="text-caption text-ink-soft">
            {t(emailVerified ? "profile.notices.always" : "profile.notices.always.unconfirmed")}
          </p>
        )}
        {free.map((one) => (
          <Switch
            key={one.channel}
            label={t(`profile.notices.${one.channel}`)}
            checked={isOn(one, pending)}
            disabled={isBlocked}
            onCheckedChange={(isOn) => onTurn({ group, channel: one.channel, isOn })}
          />
        ))}
        {single.length > 0 && (
          <Singly switches={single} of={whole} pending={pending} isBlocked={isBlocked} onTurn={onTurn} />
        )}
      </div>
    </li>
  );
}

type SwitchesProps = {
  switches: readonly NotificationSwitch[];
  turn: (change: NotificationChange) => Promise<unknown>;
};

function Switches({ switches, turn }: SwitchesProps): ReactElement {
  const { isBusy, failure, act } = useAct();
  const isOnline = useOnline();
  // Optimistic; reverted if saving fails.
  const [pending, setPending] = useState<NotificationChange | null>(null);
  const press = async (pressed: NotificationChange): Promise<void> => {
    setPending(pressed);
    const save = async (): Promise<void> => {
      await turn(pressed);
      showToast({ title: t("profile.notices.saved") });
    };
    await act(save, { title: t("profile.notices.notSaved") });
    setPending(null);
  };
  const groups = [...new Set(switches.map(({ group }) => group))];
  return (
    <>
      <ul className="divide-y">
        {groups.map((group) => (
          <GroupSwitches
            key={group}
            group={group}
            switches={switches.filter((one) => one.group === group)}
            pending={pending}
            isBlocked={isBusy || !isOnline}
            onTurn={(pressed) => void press(pressed)}
          />
        ))}
      </ul>
      {failure !== null && <FailureNotice {...failure} />}
      {!isOnline && <NeedsConnection says={t("profile.notices.offline")}>{null}</NeedsConnection>}
    </>
  );
}

/** Note that the privacy settings above suppress emails. */
function HeldBack(): ReactElement | null {
  const { preferences } = usePrivacyPreferences();
  if (preferences === undefined || preferences.notifications) return null;
  return (
    <p className="mb-2 rounded-card bg-sunken p-3">
      {t("profile.notices.heldBack")}{" "}
      <Link to="/account/privacy" className="inline-flex min-h-touch items-center font-medium text-brand-ink underline">
        {t("profile.settings.privacy")}
      </Link>
    </p>
  );
}

const DeviceNotifications = lazyPart(async () => (await import("./device-notifications")).DeviceNotifications);
const QuietHoursChoice = lazyPart(async () => (await import("./quiet-hours")).QuietHoursChoice);

/** Which notifications are sent in the app, by email and by push, and quiet hours. */
export function NotificationsSection(): ReactElement {
  const { switches, quietHours, error, isBusy, retry, change } = useNotificationChoices();
  const { emailVerified } = useAccount();
  return (
    <SectionCard title={t("profile.notices.title")}>
      <p className="mb-2 text-ink-soft">
        {t(emailVerified ? "profile.notices.lead" : "profile.notices.lead.unconfirmed")}
      </p>
      <HeldBack />
      <DeviceNotifications />
      {switches !== undefined && <Switches switches={switches} turn={(one) => change({ switches: [one] })} />}
      {quietHours !== undefined && (
        <QuietHoursChoice hours={quietHours} choose={(hours) => change({ quietHours: hours })} />
      )}
      {switches === undefined && error !== undefined && (
        <ErrorState
          body={errorText(error, t("profile.notices.notLoaded"))}
          busy={isBusy}
          onRetry={() => void retry()}
        />
      )}
      {switches === undefined && error === undefined && (
        <Loading>
          <Skeleton className="h-96 rounded-card" />
        </Loading>
      )}
    </SectionCard>
  );
}
