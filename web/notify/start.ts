import { createEffect, createRoot } from 'solid-js'
import type { Json } from '../../client-state/reducer'
import { connection, isCaughtUp, onEvents, store, unread } from '../app'
import { titleCount } from '../store/conversations'
import { watch } from '../watched'
import { contentOf } from './content'
import { offerAfterReading, rememberForOffer } from './offer'
import { waysOf } from './rules'
import { playSound } from './sounds'

/** Notifies of new messages while the client is open, closes notifications of read messages, and counts on the icon. */
export function startNotifying(): void {
  onEvents.add(received)
  navigator.serviceWorker?.addEventListener('message', ({ data }) => {
    if (data?.kind === 'open' && typeof data.hash === 'string') location.hash = data.hash
  })
  createRoot(() => {
    createEffect(() => {
      if (isCaughtUp() && isPermitted())
        void import('./push').then(({ refreshPush }) => refreshPush(store.state.user_id)).catch(() => {})
    })
    createEffect(() => {
      watch('unread')
      watch('settings')
      if (!isCaughtUp()) return
      showBadge(titleCount(unread(), store.state.user_settings.desktop_icon_count_display))
      if (isPermitted()) void closeRead()
    })
  })
}

/** One tab notifies for all. */
function received(events: readonly Json[]): void {
  for (const event of events) offerAfterReading(event)
  if (!connection.isLeader()) return
  let isAudible = false
  for (const { type, message, flags } of events) {
    if (type !== 'message') continue
    const { desktop, sound } = waysOf(message, flags, store.state)
    isAudible ||= sound
    if (desktop) rememberForOffer(message.id)
    if (desktop && isPermitted())
      navigator.serviceWorker.controller?.postMessage({ kind: 'notify', notification: contentOf(message) })
  }
  if (isAudible) playSound(store.state.user_settings.notification_sound)
}

/** On an iPhone, only apps on the home screen have notifications. */
const isPermitted = () =>
  navigator.serviceWorker !== undefined && 'Notification' in globalThis && Notification.permission === 'granted'

/** Closes the notifications of messages that were read or deleted, here or elsewhere. */
async function closeRead(): Promise<void> {
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
