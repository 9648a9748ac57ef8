export const messages = {
  "title": "Messages with {name}",
  "empty": "No messages yet. Say hello, or ask about the pickup.",
  "label": "Your message",
  "send": "Send",
  "needsText": "Write something first.",
  "waiting": "Not sent yet",
  "you": "You",
  "error.load": "The conversation could not be loaded.",
  "error.send.title": "Message not sent",
  "error.send.body": "Your message is still here. Please try again.",
} as const;
