import type { ReactElement } from "react";

import { HelpPage as Help } from "@/features/support/help-page";
import { lazyPart, SILENT } from "@/ui/lazy-part";

// The tutorials are whole without their pictures.
const TutorialPicture = lazyPart(async () => (await import("../tutorial-picture")).TutorialPicture, SILENT);

/** The help page with pictures made of the parts of several features. */
export function HelpPage(): ReactElement {
  return <Help picture={(name) => <TutorialPicture name={name} />} />;
}
