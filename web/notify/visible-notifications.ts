/**
 * Returns the notifications that this browser shows. The lock is that of web/shell-cache/notifications.ts: Chromium forgets a
 * notification that it begins to show meanwhile. It would stay when its message is read, and a click would not open it.
 */
export async function visibleNotifications(): Promise<Notification[]> {
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration === undefined) return []
  return navigator.locks.request('notifications', () => registration.getNotifications())
}
