import { LoaderCircle } from "lucide-react";
import type { ReactElement } from "react";

/** A spinner without text; the element around it must say what is going on. */
export function Spinner(): ReactElement {
  return <LoaderCircle aria-hidden className="size-5 shrink-0 animate-spin" />;
}
