import type { Client } from '../client/client'
import { visibleNotifications } from './visible-notifications'

// Push notifications of this browser. The server has the address that its push service gave it.

/** Where the service worker finds the session that registered this browser. It reads caches, and no `localStorage`. */
const SESSION_CACHE = 'push'
const SESSION_KEY = '/push-session'

/** The user who turned notifications on here. Another user of the same browser has to choose for themselves. */
const OWNER = 'parley-push-user'

export type PushState =
  /** The official desktop app shows notifications itself, and has no push service. */
  | 'desktop'
  /** The browser, or a page over plain HTTP, has no push notifications. */
  | 'unsupported'
  /** The server has no keys. */
  | 'unavailable'
  /** The user has not been asked, or refused. */
  | 'off'
  | 'denied'
  | 'on'

const isSupported = () => navigator.serviceWorker !== undefined && 'PushManager' in globalThis

export async function pushState({ ask }: Client): Promise<PushState> {
  if (globalThis.window.electron_bridge) return 'desktop'
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const { public_key, is_on } = await ask('GET /parley/push_browser')
  if (public_key === null) return 'unavailable'
  return is_on && Notification.permission === 'granted' ? 'on' : 'off'
}

/**
 * Asks for the permission, and registers the browser if the server has keys. Must be called by a click. Returns false if the user refused. Throws if the
 * push service of the browser cannot be reached.
 */
export async function turnPushOn(client: Client, user_id: number): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const { public_key } = await client.ask('GET /parley/push_browser')
  if (public_key === null) return true
  // Without a registration, `ready` would never be.
  if ((await navigator.serviceWorker.getRegistration()) === undefined) throw new Error('No service worker')
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
  await register(client, subscription)
  client.environment.storage.setItem(OWNER, String(user_id))
  return true
}

export async function turnPushOff({ ask, environment }: Client): Promise<void> {
  await forgetPush(environment.storage)
  await ask('DELETE /parley/push_browser')
}

/** The user logs out: the session ends on the server, and with it the notifications. Nothing of them stays here. */
export async function forgetPush(storage: Storage): Promise<void> {
  storage.removeItem(OWNER)
  await globalThis.caches?.delete(SESSION_CACHE)
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  void subscription?.unsubscribe().catch(() => {})
  for (const notification of await visibleNotifications()) notification.close()
}

/** Registers the browser again, if the session is a new one of the same user, or the address is another. */
export async function refreshPush(client: Client, user_id: number): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return
  if (client.environment.storage.getItem(OWNER) !== String(user_id)) return
  const subscription = await (await navigator.serviceWorker.ready).pushManager.getSubscription()
  if (subscription !== null) await register(client, subscription)
}

async function register({ ask, session }: Client, subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh: public_key = '', auth: auth_secret = '' } = keys ?? {}
  await ask('POST /parley/push_browser', { endpoint: endpoint ?? '', public_key, auth_secret })
  await (await caches.open(SESSION_CACHE)).put(SESSION_KEY, new Response(session.own()))
}
