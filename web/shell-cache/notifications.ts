// Shows notifications: those that the push service delivers, and those of the open tabs. All pass through the service worker, so
// a message has one notification, whatever the number of tabs.

declare const self: ServiceWorkerGlobalScope

/** A notification as the server and the tabs write it. `tag` names the conversation: a newer notification replaces it. */
type Content = {
  title: string
  body: string
  navigate: string
  tag: string
  icon?: string
  dir?: NotificationDirection
  /** `call_id`: a call that rings. */
  data?: { message_id?: number; call_id?: number }
}

/** `app_badge` is the number of unread messages. */
type Pushed = { notification?: Content; app_badge?: number }

/** Not all browsers show a number on the icon of an app. While the client is open, it counts itself. */
async function showBadge(count: number): Promise<void> {
  if ((await windows()).length > 0) return
  await (count > 0 ? self.navigator.setAppBadge?.(count) : self.navigator.clearAppBadge?.())?.catch(() => {})
}

/**
 * Notifications are shown one after the other: each looks at those before it. The tabs take the same lock to look at them
 * (web/notify/visible-notifications.ts): Chromium forgets a notification that it begins to show while another script lists them.
 */
const inOrder = (show: () => Promise<void>): Promise<void> => self.navigator.locks.request('notifications', show)

self.addEventListener('push', (event) => {
  const { notification, app_badge }: Pushed = event.data?.json() ?? {}
  if (notification !== undefined) event.waitUntil(inOrder(() => show(notification)))
  if (app_badge !== undefined) event.waitUntil(showBadge(app_badge))
})

self.addEventListener('message', (event) => {
  const data: { kind: string; notification: Content } | undefined = event.data
  if (data?.kind === 'notify') event.waitUntil(inOrder(() => show(data.notification)))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { navigate = '/', call_id }: { navigate?: string; call_id?: number } = event.notification.data ?? {}
  event.waitUntil(event.action === 'decline' && call_id !== undefined ? decline(call_id) : open(navigate))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(renew(event))
})

/** A call that rang may become a missed one, which is the same message. */
function messageIdOf({ data }: Notification): number {
  const { message_id = 0, call_id }: Partial<NonNullable<Content['data']>> = data ?? {}
  return call_id === undefined ? message_id : message_id - 1
}

/** Shows a message once. A user who looks at the client sees the message there. */
async function show({ title, navigate, data, ...options }: Content): Promise<void> {
  const isTest = data?.message_id === undefined
  if (!isTest && (await windows()).some(({ focused }) => focused)) return
  const { registration } = self
  const earlier = await registration.getNotifications({ tag: options.tag })
  const newest = Math.max(0, ...earlier.map(messageIdOf))
  if (!isTest && newest >= (data.message_id ?? 0)) return
  await registration.showNotification(await withOrganization(title), {
    ...options,
    ...LOOK,
    data: { ...data, navigate },
  })
}

/** A user of several organizations sees which one it is. The client keeps the name while it shows several (web/views/organizations.tsx). */
async function withOrganization(title: string): Promise<string> {
  const organization = await (await caches.match('/organization-name'))?.text()
  return organization === undefined ? title : `${title} – ${organization}`
}

/** A notification that replaces another alerts again. Android shows the small picture in its status bar. */
const LOOK = { renotify: true, badge: '/badge-96.png' }

/** The tabs of the client. Other pages of the server are none. */
async function windows(): Promise<WindowClient[]> {
  const all = await self.clients.matchAll({ type: 'window' })
  return all.filter(({ url }) => new URL(url).pathname === '/')
}

/** Opens the message in a tab of the client, or in a new one. */
async function open(navigate: string): Promise<void> {
  const { origin, hash } = new URL(navigate, self.location.origin)
  const url = origin === self.location.origin ? `/${hash}` : '/'
  const [tab] = await windows()
  if (tab === undefined) await self.clients.openWindow(url)
  else {
    const isOpening = answers(tab, hash)
    // A browser may not allow it, for example when the notification was not clicked.
    await tab.focus().catch(() => {})
    if (!(await isOpening)) await tab.navigate(url).catch(() => {})
  }
}

const MILLISECONDS_TO_ANSWER = 1000

/** Tells a tab which address to open, without a navigation. Returns whether the tab answered: one that still loads does not listen. */
function answers(tab: WindowClient, hash: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  tab.postMessage({ kind: 'open', hash }, [port2])
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(() => resolve(false), MILLISECONDS_TO_ANSWER)
  })
}

/**
 * The push service gave the browser another address. The request names the session that registered the browser
 * (web/notify/push.ts): the server refuses it if another user has logged in since.
 */
async function renew({ oldSubscription, newSubscription }: PushSubscriptionChangeEvent): Promise<void> {
  const subscription =
    newSubscription ?? (oldSubscription && (await self.registration.pushManager.subscribe(oldSubscription.options)))
  if (!subscription) return
  const { endpoint, keys } = subscription.toJSON()
  const body = new URLSearchParams({
    endpoint: endpoint ?? '',
    public_key: keys?.p256dh ?? '',
    auth_secret: keys?.auth ?? '',
  })
  await post('/json/parley/push_browser', body)
}

/** Declines a call without a window. */
const decline = (call_id: number): Promise<void> => post(`/json/parley/calls/${call_id}/decline`)

/** Sends a request as the session that registered the browser. */
async function post(path: string, body = new URLSearchParams()): Promise<void> {
  const session = await (await caches.match('/push-session'))?.text()
  const headers: HeadersInit = session === undefined ? {} : { 'x-parley-session': session }
  await fetch(path, { method: 'POST', body, headers })
}

export {}
