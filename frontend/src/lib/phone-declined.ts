/** The localStorage key of the accounts that have said on this device that they leave no phone; a sign-out deletes it. */
export const PHONE_DECLINED = "phone-declined";
