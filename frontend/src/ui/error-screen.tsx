import type { ReactElement } from "react";

import { ButtonLink } from "./button";
import { NoOrdersArt } from "./illustrations/orders-art";
import { EmptyState } from "./states";

type ErrorScreenProps = { title: string; body: string; action: string; to: string; picture?: ReactElement };

/** A screen on which nothing can be done, with a single way on. */
export function ErrorScreen({ title, body, action, to, picture = <NoOrdersArt /> }: ErrorScreenProps): ReactElement {
  const way = (
    <ButtonLink to={to} variant="brand">
      {action}
    </ButtonLink>
  );
  return (
    <div className="mx-auto w-full max-w-task">
      <EmptyState title={title} body={body} action={way} picture={picture} />
    </div>
  );
}
