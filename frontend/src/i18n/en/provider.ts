export const messages = {
  "workspace.title": "Your jobs",
  "apply.title": "Become a Provider",
} as const;
