export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** Monday first; numbered as in the API, 0 = Sunday. */
export const WEEK: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0];
