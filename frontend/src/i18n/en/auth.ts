export const messages = {
  "login.title": "Welcome to {product}",
  "register.title": "Create Your Account",
} as const;
