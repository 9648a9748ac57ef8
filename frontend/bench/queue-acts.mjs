/** Puts acts into the app's own store, as its screens would. Runs in the page, so it stands on nothing else. */
export async function queueActs({ account, acts, orders }) {
  const db = await new Promise((done, fail) => {
    const opened = indexedDB.open("suuber");
    opened.onsuccess = () => done(opened.result);
    opened.onerror = () => fail(opened.error);
  });
  const store = db.transaction("offline_actions", "readwrite").objectStore("offline_actions");
  const entities = Array.from({ length: orders }, () => crypto.randomUUID());
  for (let position = 1; position <= acts; position += 1) {
    const entityId = entities[position % orders];
    store.put({
      id: crypto.randomUUID(),
      type: "generic",
      method: "POST",
      url: `/api/orders/${entityId}/messages`,
      data: { body: `Line ${position}` },
      timestamp: Date.now(),
      retryCount: 0,
      account,
      entityId,
      position,
      baseVersion: null,
      dueAt: 0,
      failures: [],
      error: null,
    });
  }
  await new Promise((done) => (store.transaction.oncomplete = done));
  db.close();
}
