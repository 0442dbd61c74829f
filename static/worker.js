// @ts-check
// The service worker: shows a notification when a player is asked while no page is open, and leads them to the table.
// It neither fetches nor caches anything.

/** @import { Called, WorkerScope } from "#types/worker" */

const here = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

here.addEventListener("push", (event) => {
  const called = event.data?.json().notification;
  if (called) event.waitUntil(show_called(called));
});

here.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead_to(new URL(event.notification.data.navigate, location.origin)));
});

/** @param {Called} called */
function show_called({ title, navigate, ...how }) {
  return here.registration.showNotification(title, { ...how, icon: "/static/icons/asked.svg", data: { navigate } });
}

/** Focuses the table's page, or opens one. @param {URL} table */
async function lead_to(table) {
  const pages = await here.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === table.pathname);
  return open ? open.focus() : here.clients.openWindow(table.href);
}
