export const messages = {
  "title": "Order in progress",
  "confirmed": "{name} comes {time}",
  "pending": "Waiting for {name} to confirm: {time}",
  "pickup": "{name} comes for your laundry now",
  "washing": "{name} has your laundry · back by {day}",
  "delivery": "{name} brings your laundry back now",
  "handedBack": "{name} can't do your pickup. Somebody else may",
  "late.pickup": "Late: {name} was due by {time}",
  "late.washing": "Late: {name} was due to begin washing by {time}",
  "late.return": "Late: your laundry was due back by {time}",
  "more": "{count, plural, one {# more order in progress} other {# more orders in progress}}",
} as const;
