/** Where a person looks for neighbours. */
export const messages = {
  "title": "Where do you need laundry?",
  "lead": "Neighbors, distances and your booking follow the place.",
  "field": "Postal code or city",
  "found": "Places",
  "none": "No Swiss place begins like this. Check the spelling, or type a postal code.",
  "own": "Use my position",
  "own.refused": "Your position is not available. Allow it in your browser's settings, or type your postal code.",
  "own.unknown": "We could not check whether the app may use your position. Type your postal code.",
  "own.off": "You have switched location tracking off in your privacy settings, so your position is not asked for.",
  "own.abroad": "There is no Swiss place near you. Type a postal code.",
  "notChanged": "The place was not changed",
  "ofCode": "{postalCode} is {city}.",
  "ofCode.take": "Use {city}",
} as const;
