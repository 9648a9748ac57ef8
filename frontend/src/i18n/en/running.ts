export const messages = {
  "title": "Running order",
  "confirmed": "{name} comes {time}",
  "pending": "Waiting for {name} to confirm: {time}",
  "pickup": "{name} comes for your laundry now",
  "washing": "{name} has your laundry · back by {day}",
  "delivery": "{name} brings your laundry back now",
  "handedBack": "{name} can't do your pickup. Somebody else may",
  "late.pickup": "Late: {name} was to come by {time}",
  "late.washing": "Late: {name} was to begin washing by {time}",
  "late.return": "Late: your laundry was to be back by {time}",
  "more": "{count, plural, one {# more running order} other {# more running orders}}",
} as const;
