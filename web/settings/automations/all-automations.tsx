import { useClient } from '../../client/use-client'
import { automationWords as words } from '../../words/en-automations'
import { confirmed, ConfirmDialog } from '../confirm'
import { attempt, fetched } from '../fetched'
import { Items, Part } from '../parts'
import { AutomationRow } from './automation-row'

/** The automations of all users, for owners. */
export function AllAutomations() {
  const client = useClient()
  const { ask, names, store } = client
  const { value, refresh } = fetched(
    client,
    async () => (await ask('GET /parley/automations', { of_all: true })).automations,
  )
  const isOne = () => value()?.some(({ is_enabled }) => is_enabled) === true
  async function enable(automation_id: number, is_enabled: boolean) {
    await attempt(client, ask('PATCH /parley/automations/:automation_id', { automation_id, is_enabled }))
    await refresh()
  }
  const stop = () =>
    confirmed(client, {
      title: words.stopAll,
      text: words.stopAllText,
      button: words.stopAll,
      run: () => ask('POST /parley/automations/stop').then(refresh),
    })
  const maker = (user_id: number) => (user_id === store.state.user_id ? '' : words.by(names.user(user_id)))
  return (
    <Part title={words.all} text={words.allText}>
      <Items of={value()} none={words.noneAtAll}>
        {(automation) => (
          <AutomationRow automation={automation} maker={maker(automation.user_id)} enable={enable} refresh={refresh} />
        )}
      </Items>
      <p>
        <button class="act danger" disabled={!isOne()} onClick={stop}>
          {words.stopAll}
        </button>
      </p>
      <ConfirmDialog />
    </Part>
  )
}
