/**
 * The service worker's environment, as far as static/worker.js needs it. TypeScript has it only in place of the page's.
 */

export interface WorkerScope {
  registration: ServiceWorkerRegistration;
  clients: { matchAll(of: { type: "window"; includeUncontrolled: boolean }): Promise<Client[]>; openWindow(url: string): Promise<unknown> };
  addEventListener(type: "push", heard: (event: PushEvent) => void): void;
  addEventListener(type: "pushsubscriptionchange", heard: (event: ExtendableEvent) => void): void;
  addEventListener(type: "notificationclick", heard: (event: NotificationEvent) => void): void;
}

export interface Client {
  url: string;
  focus(): Promise<unknown>;
}

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface PushEvent extends ExtendableEvent {
  data: { json(): { notification: Called } } | null;
}

export interface NotificationEvent extends ExtendableEvent {
  notification: Notification;
}

/** A message from the server, in the form of Declarative Web Push. */
export interface Called extends NotificationOptions {
  title: string;
  navigate: string;
}
