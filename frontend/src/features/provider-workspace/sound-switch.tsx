import { useState, type ReactElement } from "react";

import { t } from "@/i18n/i18n";
import { Card } from "@/ui/card";
import { Switch } from "@/ui/switch";

import { isSoundOn, playSound, setSound } from "./sound";

/** Switches the sound; switching it on plays it. */
export function SoundSwitch(): ReactElement {
  const [isOn, setOn] = useState(isSoundOn);
  const change = (next: boolean): void => {
    setSound(next);
    setOn(next);
    if (next) playSound();
  };
  return (
    <Card className="mt-6 max-w-task">
      <Switch
        label={t("provider.sound.label")}
        description={t("provider.sound.body")}
        checked={isOn}
        onCheckedChange={change}
      />
    </Card>
  );
}
