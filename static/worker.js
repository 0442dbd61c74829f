// @ts-check
// The service worker: shows a notification when a player is asked while no page is open, and leads them to the table.
// When the browser replaces its subscription, it tells the server. It fetches nothing else, and caches nothing.

/** @import { Called, WorkerScope } from "#types/worker" */

const here = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

here.addEventListener("push", (event) => {
  const called = event.data?.json().notification;
  if (called) event.waitUntil(show_called(called));
});

here.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(subscribe_again()));

here.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead_to(new URL(event.notification.data.navigate, location.origin)));
});

/** Android and Windows show no SVG here; of the badge they take only its outline. @param {Called} called */
function show_called({ title, navigate, ...how }) {
  const icons = { icon: "/static/icons/asked-192.png", badge: "/static/icons/badge-96.png" };
  return here.registration.showNotification(title, { ...how, ...icons, data: { navigate } });
}

/** The server takes the new subscription for all tables of the reader, whichever it is told of. */
async function subscribe_again() {
  const kept = await caches.match("/push/room"); // by static/room/push.js
  const answer = kept && (await fetch("/api/push"));
  if (!answer?.ok) return; // the next table that is opened subscribes
  const how = { userVisibleOnly: true, applicationServerKey: (await answer.json()).key };
  const subscription = await here.registration.pushManager.subscribe(how);
  await fetch(`/api/rooms/${await kept?.text()}/push`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ subscription }),
  });
}

/** Focuses the table's page, or opens one. @param {URL} table */
async function lead_to(table) {
  const pages = await here.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === table.pathname);
  return open ? open.focus() : here.clients.openWindow(table.href);
}
