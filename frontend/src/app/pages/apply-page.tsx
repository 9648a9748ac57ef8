import type { ReactElement } from "react";

import { ApplyScreen } from "@/features/apply/apply-screen";

import { LazyUnconfirmedEmail } from "../lazy-unconfirmed-email";

/** Combines an application with the account's warning that no email will bring its decision. */
export function ApplyPage(): ReactElement {
  return <ApplyScreen notice={<LazyUnconfirmedEmail />} />;
}
