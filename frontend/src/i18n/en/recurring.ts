export const messages = {
  "pattern": "How often",
  "pattern.weekly": "Weekly",
  "pattern.biweekly": "Bi-weekly",
  "pattern.monthly": "Monthly",
  "dayOfWeek": "Day of the week",
  "dayOfMonth": "Day of the month",
  "dayOfMonth.value": "Day {day}",
  "preferredTime": "Preferred time",
  "service": "Service",
  "planner.title": "Set up a recurring service",
  "planner.confirm": "Confirm Recurring Service",
} as const;
