/** What the official desktop app gives to a page of an organization. Arguments are copied, and functions are proxies. */
export type ElectronBridge = {
  send_event: (name: 'realm_name' | 'realm_icon_url' | 'total_unread_count', value: string | number) => boolean
  on_event: (name: 'logout' | 'show-keyboard-shortcuts' | 'show-notification-settings', listener: () => void) => void
  new_notification: (
    title: string,
    options: NotificationOptions,
    dispatch: (type: string) => boolean,
  ) => DesktopNotification
  get_last_active_on_system: () => number
}

export type DesktopNotification = { close: () => void }

declare global {
  interface Window {
    electron_bridge?: ElectronBridge
  }
}
