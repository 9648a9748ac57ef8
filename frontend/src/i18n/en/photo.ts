export const messages = {
  "title": "Photo",
  "add": "Add a photo",
  "replace": "Replace photo",
  "remove": "Remove photo",
  "sending": "Sending, {percent} %",
  "done": "Your new photo is shown.",
  "removed": "Your photo is removed.",
  "tooLarge": "The file is larger than 10 MB.",
} as const;
