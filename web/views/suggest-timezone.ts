import type { Client } from '../client/client'
import { settingsWords as words } from '../words/en-settings'

const NAME = 'parley-asked-timezone'

/** Proposes the time zone of this device once, if the user has another one and wants to be asked. */
export function suggestTimezone({ ask, report, setNotice, store }: Client): void {
  const { timezone: own, web_suggest_update_timezone: isWanted } = store.state.user_settings
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
  if (!isWanted || own === '' || own === timezone || localStorage.getItem(NAME) === timezone) return
  localStorage.setItem(NAME, timezone)
  setNotice({
    text: words.otherTimezone(timezone, own),
    action: { label: words.useTimezone, run: () => void ask('PATCH /settings', { timezone }).catch(report) },
  })
}
