/** Test cards as the payment provider documents them. */
export const CARDS = {
  succeeds: "4242424242424242",
  declined: "4000000000000002",
  asksTheBank: "4000002500003155",
  alwaysAsksTheBank: "4000002760003184",
  another: "5555555555554444",
  mistyped: "4242424242424241",
};
