// Drafts of visitors: they pass to the account that signs in.
export const LOGIN_DRAFT = { name: "login", owner: null };
export const REGISTRATION_DRAFT = { name: "registration", owner: null };
export const SHEET_DRAFT = { name: "sign-in sheet", owner: null };
