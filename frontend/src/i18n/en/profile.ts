export const messages = {
  "profile.title": "Profile",
  "profileEdit.title": "Edit Profile",
  "addresses.title": "Addresses",
} as const;
