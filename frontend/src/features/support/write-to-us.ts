/** The id of the contact form on /support, to which other parts lead. */
export const WRITE_TO_US = "write-to-us";
