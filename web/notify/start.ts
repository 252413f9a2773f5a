import { createEffect, createRoot } from 'solid-js'
import type { Client } from '../client/client'
import { perClient } from '../client/per-client'
import type { Event } from '../../client-state/wire'
import { titleCount } from '../store/conversations'
import { contentOf, ringContentOf, type Content } from './content'
import { offerAfterReading, rememberForOffer } from './offer'
import { waysOf } from './rules'
import { visibleNotifications } from './visible-notifications'
import { playSound } from './sounds'

/** Notifies of new messages while the client is open, closes notifications of read messages, and counts on the icon. */
export function startNotifying(
  client: Client,
  show: (content: Content) => void = (content) => showInBrowser(client, content),
): void {
  client.onEvents.add((events) => received(client, events, show))
  const open = ({ data, ports }: MessageEvent<{ kind: string; hash?: string } | undefined>) => {
    if (data?.kind !== 'open' || data.hash === undefined) return
    client.environment.address.go(data.hash)
    ports[0]?.postMessage('opened')
  }
  navigator.serviceWorker?.addEventListener('message', open, { signal: client.signal })
  createRoot((dispose) => {
    client.signal.addEventListener('abort', dispose)
    createEffect(() => {
      if (client.isCaughtUp() && isPermitted())
        void import('./push').then(({ refreshPush }) => refreshPush(client, client.store.state.user_id)).catch(() => {})
    })
    createEffect(() => {
      client.watch('unread')
      client.watch('settings')
      if (!client.isCaughtUp()) return
      showBadge(titleCount(client.unread(), client.store.state.user_settings.desktop_icon_count_display))
      if (isPermitted()) void closeRead(client)
    })
  })
}

/** One tab notifies for all. */
function received(client: Client, events: readonly Event[], show: (content: Content) => void): void {
  for (const event of events) offerAfterReading(client, event)
  if (!client.connection.isLeader()) return
  const ringing = new Set(events.flatMap(ringIn))
  let isAudible = false
  for (const event of events) {
    if (event.type !== 'message') continue
    const { message, flags } = event
    const { desktop, sound } = waysOf(message, flags, client.store.state)
    const rings = ringing.has(message.id)
    // A call rings by itself, again and again.
    isAudible ||= sound && !rings
    if (desktop) rememberForOffer(client, message.id)
    if (desktop) show(rings ? ringContentOf(client, message) : contentOf(client, message))
  }
  if (isAudible) playSound(client.store.state.user_settings.notification_sound)
}

/** Returns the message of a call that begins to ring. */
const ringIn = (event: Event): number[] =>
  event.type === 'parley_call' && event.op === 'start' && event.rings ? [event.call.id] : []

const openOnPage = perClient(() => new Map<number, Notification>())

/** The service worker shows a message once for all tabs. Windows of Electron show no notification of a service worker. */
function showInBrowser(client: Client, notification: Content): void {
  if (!isPermitted()) return
  const worker = /\bElectron\//.test(navigator.userAgent) ? null : navigator.serviceWorker?.controller
  if (worker) worker.postMessage({ kind: 'notify', notification })
  else if (document.hidden || !document.hasFocus()) showOnPage(client, notification)
}

/** Only a notification of the service worker has buttons. */
function showOnPage(client: Client, { title, navigate, actions: _, ...options }: Content): void {
  const notification = new Notification(title, options)
  openOnPage(client).set(options.data.message_id, notification)
  notification.addEventListener('click', () => {
    globalThis.focus()
    client.environment.address.go(new URL(navigate).hash)
    notification.close()
  })
  notification.addEventListener('close', () => openOnPage(client).delete(options.data.message_id))
}

/** On an iPhone, only apps on the home screen have notifications. */
const isPermitted = () => 'Notification' in globalThis && Notification.permission === 'granted'

/** Closes the notifications of messages that were read or deleted, here or elsewhere. */
async function closeRead(client: Client): Promise<void> {
  const { store } = client
  for (const notification of [...openOnPage(client).values(), ...(await visibleNotifications())]) {
    const { message_id } = notification.data ?? {}
    // The event of a newer message may still be on its way.
    const isKnown = typeof message_id === 'number' && message_id <= (store.state.max_message_id ?? 0)
    if (isKnown && store.state.unread_msgs.ofMessage(message_id) === undefined) notification.close()
  }
}

/** Not all browsers show a number on the icon of an app. */
function showBadge(count: number): void {
  const done = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.()
  done?.catch(() => {})
}
