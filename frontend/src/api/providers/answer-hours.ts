const MINUTES_AN_HOUR = 60;

/** How long a provider who accepts manually has to answer, in whole hours, rounded up. */
export function answerHours(answerWithinMinutes: number): number {
  return Math.ceil(answerWithinMinutes / MINUTES_AN_HOUR);
}
