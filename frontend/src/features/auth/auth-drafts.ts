// Visitors fill these in: whoever signs in with what stands in them goes on as its owner.
export const LOGIN_DRAFT = { name: "login", owner: null };
export const REGISTRATION_DRAFT = { name: "registration", owner: null };
export const SHEET_DRAFT = { name: "sign-in sheet", owner: null };
