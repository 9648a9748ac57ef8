// Specification point 2: any other path.
export const messages = {
  "title": "404 Page Not Found",
  "body": "Did you forget to add the page to the router?",
  "lead": "There is nothing at this address; the link may be old. Look for a neighbor instead.",
  "go": "Search",
} as const;
