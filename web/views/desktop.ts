import { createEffect, createRoot } from 'solid-js'
import type { Client } from '../client/client'
import { openOverlay } from '../base/overlay'
import type { Content } from '../notify/content'
import { titleCount } from '../store/conversations'
import type { DesktopNotification, ElectronBridge } from '../wire/electron-bridge'

/** So many notifications can still be closed by reading. The app keeps the others. */
const MAX_OPEN = 100

/**
 * Connects the client with the official desktop app, which shows it in a window of its own. The menu of the app opens views. The app
 * counts unread messages by the title of the page. Returns what shows a notification.
 */
export function startDesktop(client: Client, bridge: ElectronBridge): (content: Content) => void {
  const { environment, signal, store, unread, watch } = client
  const open = new Map<number, DesktopNotification>()
  // The app takes back no listener.
  const listen = (name: Parameters<ElectronBridge['on_event']>[0], act: () => void) =>
    bridge.on_event(name, () => signal.aborted || act())
  listen('logout', () => openOverlay(client, { kind: 'logOut' }))
  listen('show-keyboard-shortcuts', () => environment.address.go('#keyboard-shortcuts'))
  listen('show-notification-settings', () => environment.address.go('#settings/notifications'))
  createRoot((dispose) => {
    signal.addEventListener('abort', dispose)
    createEffect(() => {
      if (!client.isCaughtUp()) return
      watch('unread')
      watch('settings')
      const { realm_name, realm_icon_url, user_settings, unread_msgs } = store.state
      bridge.send_event('realm_name', realm_name)
      bridge.send_event('realm_icon_url', realm_icon_url)
      bridge.send_event('total_unread_count', titleCount(unread(), user_settings.desktop_icon_count_display))
      for (const [id, notification] of open)
        if (unread_msgs.ofMessage(id) === undefined) {
          notification.close()
          open.delete(id)
        }
    })
  })
  return ({ title, navigate, icon, ...options }) => {
    if (!document.hidden && document.hasFocus()) return
    // The app copies what it receives, and knows no address of this page.
    const picture = icon ? { icon: new URL(icon, location.origin).href } : {}
    const notification = bridge.new_notification(title, { ...options, ...picture }, (type) => {
      if (type === 'click') environment.address.go(new URL(navigate).hash)
      return true
    })
    if (open.size > MAX_OPEN) open.clear()
    open.set(options.data.message_id, notification)
  }
}
