// @ts-check
// Push notifications for when no page is open: the browser's push service wakes a worker, which shows one.

/** @import { Boot } from "#types/room" */
import { set, settings } from "#kit/preferences.js";

/** Whether it is possible with this server, this browser and the reader's earlier answer. @param {Boot} boot */
export const can_be_reached = ({ push }) =>
  push !== null && "serviceWorker" in navigator && "PushManager" in window && Notification.permission !== "denied";

/** Safari on phones and tablets has push notifications only for sites that were added to the home screen. */
export const is_for_the_home_screen = () =>
  "standalone" in navigator && !navigator.standalone && !("PushManager" in window);

/** Said where it is. */
export const ON_THE_HOME_SCREEN =
  "This device can notify you when it’s your turn once Tertulia is on its home screen: “Share”, then “Add to Home Screen”.";

/** Where the worker finds a table to name when the browser replaces the subscription. */
const CACHE = "push";

/** The page's policy lets no other script become a worker. */
const policy = window.trustedTypes?.createPolicy("worker", { createScriptURL: () => "/worker.js" });
const worker_url = () => policy?.createScriptURL("") ?? "/worker.js";

/**
 * Has to be called within the press, since the browser may ask.
 * @param {Boot} boot
 * @returns {Promise<"on" | "not allowed" | "failed">}
 */
export async function become_reachable(boot) {
  if ((await Notification.requestPermission()) !== "granted") return "not allowed";
  try {
    if (!(await tell(boot, "POST", await subscribe(boot)))) throw new Error("the server does not take it");
  } catch {
    await be_unreachable(boot);
    return "failed";
  }
  set({ push: true, notify: true });
  return "on";
}

/**
 * The browser's subscription. It may have dropped an older one, or made it with another key of this server.
 * @param {Boot} boot
 */
async function subscribe({ push }) {
  await navigator.serviceWorker.register(worker_url());
  const { pushManager } = await navigator.serviceWorker.ready;
  const how = { userVisibleOnly: true, applicationServerKey: push };
  try {
    return await pushManager.subscribe(how);
  } catch (/** @type {any} */ problem) {
    if (problem.name !== "InvalidStateError") throw problem;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(how);
  }
}

/** Turns off push notifications for all tables. @param {Boot} boot @returns {Promise<"off">} */
export async function be_unreachable(boot) {
  set({ push: false });
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return "off";
  const subscription = await registration.pushManager.getSubscription();
  // If the server cannot be told now, the push service will tell it.
  await Promise.allSettled([subscription && tell(boot, "DELETE"), subscription?.unsubscribe()]);
  await Promise.all([registration.unregister(), caches.delete(CACHE)]);
  return "off";
}

/** As soon as a reader with a seat is here: they see the table. @param {Boot} boot */
export function go_on(boot) {
  if (!settings().push) return;
  void put_away();
  renew(boot).catch(() => undefined); // tried again when the page is next opened
}

/** Sends the subscription to the server: the reader may have turned it on at another table. @param {Boot} boot */
export async function renew(boot) {
  if (!settings().push || !can_be_reached(boot)) return;
  if (Notification.permission === "granted") await tell(boot, "POST", await subscribe(boot));
  else set({ push: false }); // the reader has taken the permission back
}

/**
 * Shows a notification while the page is open but hidden.
 * @param {string} title
 * @param {string} body
 * @param {string} tag
 */
export async function show_by_worker(title, body, tag) {
  const registration = await navigator.serviceWorker.getRegistration();
  const icons = { icon: "/static/icons/asked-192.png", badge: "/static/icons/badge-96.png" };
  await registration?.showNotification(title, { body, tag, ...icons, data: { navigate: location.pathname } });
}

/** Removes this table's notifications, which the reader has seen. */
export async function put_away() {
  const registration = await navigator.serviceWorker.getRegistration();
  const shown = (await registration?.getNotifications()) ?? [];
  for (const notification of shown) {
    // Without data: shown by the browser itself, from a declarative message.
    const { navigate } = notification.data ?? notification;
    if (new URL(navigate, location.origin).pathname === location.pathname) notification.close();
  }
}

/**
 * Tells the server; whether it has stored that.
 * @param {Boot} boot
 * @param {"POST" | "DELETE"} method
 * @param {PushSubscription} [subscription]
 */
async function tell({ room }, method, subscription) {
  const answer = await fetch(`/api/rooms/${room}/push`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(subscription ? { subscription } : {}),
  });
  if (answer.ok && subscription) await (await caches.open(CACHE)).put("/push/room", new Response(room));
  return answer.ok;
}
