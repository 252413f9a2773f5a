import type { Client } from '../client/client'
import { words as general } from '../words/en'
import { appWords as words } from '../words/en-apps'
import { locale } from '../words/language'
import { PLAN_NOTICE } from './offer'

/** Shows an administrator once that phones get no notifications any more, or until when they do. The settings say what is needed. */
export function showPlanNotice({ environment, setNotice, store }: Client): void {
  const { realm_push_notifications_enabled: isOn, realm_push_notifications_enabled_end_timestamp: end } = store.state
  const state = isOn ? String(end) : 'off'
  const before = environment.storage.getItem(PLAN_NOTICE)
  environment.storage.setItem(PLAN_NOTICE, state)
  // Before its first phone, an organization has no notifications.
  if (before === state || (isOn ? end === null : before === null)) return
  const text = isOn && end !== null ? words.ends(new Date(end * 1000).toLocaleDateString(locale)) : words.off
  const run = () => environment.address.go('#settings/notifications')
  setNotice({ text, action: { label: general.settings, run } })
}
