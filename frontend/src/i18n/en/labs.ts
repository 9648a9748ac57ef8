export const messages = {
  "scheduleTest.title": "Scheduling Demo",
  "offlineTest.title": "Offline Demo",
} as const;
