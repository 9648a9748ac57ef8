export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** The week begins on Monday; the API counts from Sunday = 0. */
export const WEEK: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0];
