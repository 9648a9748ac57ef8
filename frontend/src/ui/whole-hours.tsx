import type { ReactNode } from "react";

// In one group, so that split() returns the hours, too.
const HOURS = /(\d\d:\d\d-\d\d:\d\d)/;

/** A text whose hours ("14:00-15:00") stay on one line: browsers break behind a hyphen. */
export function wholeHours(text: string): ReactNode {
  return text.split(HOURS).map((part, index) =>
    HOURS.test(part) ? (
      // The parts of a text are never reordered.
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
