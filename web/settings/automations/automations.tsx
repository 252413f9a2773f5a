import { createSignal, Show } from 'solid-js'
import type { Automation } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { automationWords as words } from '../../words/en-automations'
import { settingsWords } from '../../words/en-settings'
import { attempt, fetched } from '../fetched'
import { isPermitted } from '../organization/own-permissions'
import { ChangeButton, Items, Part } from '../parts'
import { AutomationForm } from './automation-form'
import { AutomationRow } from './automation-row'
import { Forms } from './forms'
import { Secrets } from './secrets'

/** The automations of the user, and the forms that the user can fill in. */
export function Automations() {
  const client = useClient()
  const { ask, store } = client
  const { value, refresh } = fetched(client, async () =>
    store.state.is_guest ? [] : (await ask('GET /parley/automations')).automations,
  )
  const [edited, setEdited] = createSignal<Automation>()
  // A saved automation leaves an empty form.
  const [blank, setBlank] = createSignal({})
  async function enable(automation_id: number, is_enabled: boolean) {
    await attempt(client, ask('PATCH /parley/automations/:automation_id', { automation_id, is_enabled }))
    await refresh()
  }
  const done = () => {
    setEdited(undefined)
    setBlank({})
    void refresh()
  }
  return (
    <>
      <Show when={!store.state.is_guest}>
        <Part title={settingsWords.sections.automations} text={words.text}>
          <Items of={value()} none={words.none}>
            {(automation) => (
              <AutomationRow automation={automation} enable={enable} refresh={refresh}>
                <Secrets automation={automation} />
                <ChangeButton
                  name={automation.name}
                  isOpen={edited()?.id === automation.id}
                  setOpen={(isOpen) => setEdited(isOpen ? automation : undefined)}
                />
              </AutomationRow>
            )}
          </Items>
        </Part>
        <Show when={isPermitted(client, 'parley_can_create_automations_group')}>
          <Show keyed when={{ before: edited(), blank: blank() }}>
            {({ before }) => <AutomationForm before={before} done={done} />}
          </Show>
        </Show>
      </Show>
      <Forms />
    </>
  )
}
