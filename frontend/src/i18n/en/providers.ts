/** The list of neighbours, on home and in the booking, and what is chosen from it. */
export const messages = {
  "around": "Show neighbors around {place}",
  "found": "{count, plural, one {# provider found} other {# providers found}}",

  "list.title": "Available in Your Area",
  "list.viewAll": "View All",
  "list.showLess": "Show Less",
  "list.favourites": "Your favorites",
  "list.others": "More neighbors",
  "list.loading": "Loading providers...",
  "list.error.title": "Providers could not be loaded",
  "empty.title": "No providers found",
  "empty.nobody": "No service providers are available in your area yet. Be the first to become a provider!",
  "empty.become": "Become a Provider",
  "empty.search": "Try adjusting your search terms or check back later for more options.",

  "card.available": "Available now",
  "card.verified": "Verified",
  "card.express": "Express",
  "card.sameDay": "Same Day",
  "card.nextFree": "Next free: {time}",
  "card.notFree": "No free time at the moment",
  "card.manual": "Confirms by hand",
  "card.manualWithin": "Confirms within {hours} hours",
  "card.from": "From {price}",
  "card.area": "Service Area",
  "card.book": "Book Now",
  "card.bookWith": "Book Now with {name}",

  "soonest.title": "Soonest near you",
  "soonest.body": "{name} is free {time}",
  "soonest.book": "Book with {name}",
} as const;
