import { Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { hasPermission } from '../store/viewer'
import { appWords as words } from '../words/en-apps'
import { locale } from '../words/language'
import { Part } from './parts'

/** Which apps open the organization, and whether phones are notified. Administrators see what is missing. */
export function PushPhones() {
  const client = useClient()
  const state = () => {
    client.watch('settings')
    return client.store.state
  }
  const status = () => {
    const { realm_push_notifications_enabled: isOn, realm_push_notifications_enabled_end_timestamp: end } = state()
    if (!isOn) return words.off
    return end === null ? words.on : words.ends(new Date(end * 1000).toLocaleDateString(locale))
  }
  return (
    <Part title={words.title} text={words.apps}>
      <p>{status()}</p>
      <Show when={state().is_admin && !state().realm_push_notifications_enabled}>
        <p class="quiet">{words.why}</p>
      </Show>
      <p class="form-foot">
        <a href="/help/apps" target="_blank" rel="noopener">
          {words.aboutApps}
        </a>
        <a href="https://zulip.com/apps/" target="_blank" rel="noopener noreferrer">
          {words.getApps}
        </a>
        <Show when={state().is_admin}>
          <a href="https://zulip.com/plans/" target="_blank" rel="noopener noreferrer">
            {words.plans}
          </a>
        </Show>
        <Show when={hasPermission(state(), 'can_manage_billing_group')}>
          <a href="/self-hosted-billing/" target="_blank" rel="noopener">
            {words.bill}
          </a>
        </Show>
      </p>
    </Part>
  )
}
