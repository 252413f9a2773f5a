import { createEffect, createRoot } from 'solid-js'
import type { Client } from '../client/client'
import type { Event } from '../../client-state/wire'
import { titleCount } from '../store/conversations'
import { contentOf } from './content'
import { offerAfterReading, rememberForOffer } from './offer'
import { waysOf } from './rules'
import { playSound } from './sounds'

/** Notifies of new messages while the client is open, closes notifications of read messages, and counts on the icon. */
export function startNotifying(client: Client): void {
  client.onEvents.add((events) => received(client, events))
  const open = ({ data }: MessageEvent<{ kind: string; hash?: string } | undefined>) => {
    if (data?.kind === 'open' && data.hash !== undefined) client.environment.address.go(data.hash)
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
function received(client: Client, events: readonly Event[]): void {
  for (const event of events) offerAfterReading(client, event)
  if (!client.connection.isLeader()) return
  let isAudible = false
  for (const event of events) {
    if (event.type !== 'message') continue
    const { message, flags } = event
    const { desktop, sound } = waysOf(message, flags, client.store.state)
    isAudible ||= sound
    if (desktop) rememberForOffer(client, message.id)
    if (desktop && isPermitted())
      navigator.serviceWorker.controller?.postMessage({ kind: 'notify', notification: contentOf(client, message) })
  }
  if (isAudible) playSound(client.store.state.user_settings.notification_sound)
}

/** On an iPhone, only apps on the home screen have notifications. */
const isPermitted = () =>
  navigator.serviceWorker !== undefined && 'Notification' in globalThis && Notification.permission === 'granted'

/** Closes the notifications of messages that were read or deleted, here or elsewhere. */
async function closeRead({ store }: Client): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? []) {
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
