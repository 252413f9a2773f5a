import { createSignal, Show, type JSX } from 'solid-js'
import type { Automation } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { agoText } from '../../parts/time'
import { automationWords as words } from '../../words/en-automations'
import { attempt, fetched } from '../fetched'
import { Items, RemoveButton } from '../parts'

type RowProps = {
  automation: Automation
  /** Who made it, if another user may have. */
  maker?: string
  enable: (id: number, is_enabled: boolean) => Promise<void>
  refresh: () => Promise<void>
  children?: JSX.Element
}

/** An automation with its switch, its runs and further buttons. */
export function AutomationRow(props: RowProps) {
  const client = useClient()
  const { ask, store } = client
  const { id, name, trigger, actions, user_id } = props.automation
  const isOwn = user_id === store.state.user_id
  async function remove() {
    if (await attempt(client, ask('DELETE /parley/automations/:automation_id', { automation_id: id })))
      await props.refresh()
  }
  return (
    <li class="automation">
      <div class="grow">
        <b dir="auto">{name}</b>
        <p class="quiet">
          {[props.maker, words.triggers[trigger.kind], ...actions.map(({ kind }) => words.actions[kind])]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <Runs id={id} name={name} />
      </div>
      <label class="choice">
        <input
          type="checkbox"
          class="switch"
          aria-label={`${words.enabled}: ${name}`}
          checked={props.automation.is_enabled}
          disabled={!isOwn && !props.automation.is_enabled}
          onChange={({ currentTarget }) => void props.enable(id, currentTarget.checked)}
        />
        {words.enabled}
      </label>
      {props.children}
      <RemoveButton name={name} remove={remove} />
    </li>
  )
}

/** The last runs of an automation, which are fetched when they are opened. */
function Runs(props: { id: number; name: string }) {
  const [isOpen, setOpen] = createSignal(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary aria-label={`${words.runs}: ${props.name}`}>{words.runs}</summary>
      <Show when={isOpen()}>
        <RunList id={props.id} />
      </Show>
    </details>
  )
}

function RunList(props: { id: number }) {
  const client = useClient()
  const { ask, names } = client
  const { value } = fetched(client, async () => {
    const { runs } = await ask('GET /parley/automations/:automation_id/runs', { automation_id: props.id })
    return runs
  })
  return (
    <Items of={value()} none={words.noRuns}>
      {({ outcome, created_at, person_id, message_id, reason }) => (
        <li>
          <span class="grow">
            {words.outcomes[outcome]} · {agoText(created_at)}
            <Show when={person_id !== null && person_id}>{(user_id) => <> · {names.user(user_id())}</>}</Show>
            <Show when={message_id !== null && message_id}>
              {(near) => (
                <>
                  {' · '}
                  <a href={`#narrow/near/${near()}`}>#{near()}</a>
                </>
              )}
            </Show>
            <Show when={reason}>
              <span class="fail"> {reason}</span>
            </Show>
          </span>
        </li>
      )}
    </Items>
  )
}
