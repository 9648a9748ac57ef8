import type { ReactElement } from "react";

import { HelpScreen } from "@/features/support/help-screen";
import { loadMessages } from "@/i18n/i18n";
import { lazyPart, SILENT } from "@/ui/lazy-part";

// The tutorials are whole without their pictures.
const TutorialPicture = lazyPart(async () => {
  const [part] = await Promise.all([
    import("../tutorial-picture"),
    loadMessages("providers", "tracking", "history", "rating", "provider", "amount", "steps"),
  ]);
  return part.TutorialPicture;
}, SILENT);

/** The help page with pictures made of the parts of several features. */
export function HelpPage(): ReactElement {
  return <HelpScreen picture={(name) => <TutorialPicture name={name} />} />;
}
