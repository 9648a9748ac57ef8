import { LoaderCircle } from "lucide-react";
import type { ReactElement } from "react";

/** A turning mark without a text of its own; the element around it says what is going on. */
export function Spinner(): ReactElement {
  return <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />;
}
