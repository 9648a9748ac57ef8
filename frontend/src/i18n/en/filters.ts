/** What the list of neighbours can be narrowed down to, and in which order it stands. */
export const messages = {
  "label": "Filters",
  "today": "Today",
  "rating": "{stars} and more",
  "eco": "Eco-friendly",
  "sort": "Sort by",
  "sort.nearest": "Nearest",
  "sort.soonest": "Soonest",
  "sort.rated": "Best rated",
  "clear": "Clear filters ({count})",
  "onePrice": "One price for all: from {price}",
  "bounded": "Only the {count} nearest are looked at. For others, choose another place.",
  "nobody": "Nobody near you fits all of these filters. Leave one out:",
  "nobody.atAll": "Nobody near you fits these filters.",
  "without": "Without “{filter}”: {count}",
} as const;
