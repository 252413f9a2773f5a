import { createSignal, For, Show, type Accessor } from 'solid-js'
import type { Automation } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { automationWords as words } from '../../words/en-automations'
import { TextField } from '../form-fields'
import { Part, SettingsForm, textOf } from '../parts'
import { ActionFields } from './action-fields'
import { actionIn, triggerIn, type ActionKind, type TriggerKind } from './typed-automation'
import { TriggerFields } from './trigger-fields'
import { TryIt } from './try-it'

type Typed = { key: number; kind: Accessor<ActionKind>; setKind: (kind: ActionKind) => void }

const MAX_ACTIONS = 5

function typedAction(key: number, first: ActionKind): Typed {
  const [kind, setKind] = createSignal<ActionKind>(first)
  return { key, kind, setKind: (chosen) => setKind(chosen) }
}

/** The fields of a new automation, or of one that its maker changes. */
export function AutomationForm(props: { before: Automation | undefined; done: () => void }) {
  const { ask } = useClient()
  const { before } = props
  const [trigger, setTrigger] = createSignal<TriggerKind>(before?.trigger.kind ?? 'message')
  const [actions, setActions] = createSignal<Typed[]>(
    before?.actions.map(({ kind }, key) => typedAction(key, kind)) ?? [typedAction(0, 'send')],
  )
  const requested = (fields: FormData) => ({
    name: textOf(fields, 'name'),
    trigger: triggerIn(fields, trigger()),
    actions: actions().map(({ key, kind }) => actionIn(fields, key, kind())),
  })
  async function save(fields: FormData) {
    await (before
      ? ask('PATCH /parley/automations/:automation_id', { automation_id: before.id, ...requested(fields) })
      : ask('POST /parley/automations', requested(fields)))
    props.done()
  }
  const add = () => setActions([...actions(), typedAction(Math.max(...actions().map(({ key }) => key)) + 1, 'send')])
  const remove = (action: Typed) => setActions(actions().filter((each) => each !== action))
  return (
    <Part title={before ? words.edit(before.name) : words.create}>
      <SettingsForm button={words.save} submit={save}>
        <TextField label={words.name} name="name" most={60} value={before?.name} />
        <TriggerFields kind={trigger()} choose={setTrigger} before={before?.trigger} />
        <For each={actions()}>
          {(action, index) => (
            <fieldset class="automation-step">
              <legend>{words.step(index() + 1)}</legend>
              <ActionFields
                name={action.key}
                kind={action.kind()}
                choose={action.setKind}
                before={before?.actions[action.key]}
              />
              <Show when={actions().length > 1}>
                <button class="act" type="button" onClick={() => remove(action)}>
                  {words.removeAction(index() + 1)}
                </button>
              </Show>
            </fieldset>
          )}
        </For>
        <p class="quiet">{words.fills}</p>
        <p>
          <button class="act" type="button" disabled={actions().length >= MAX_ACTIONS} onClick={add}>
            {words.addAction}
          </button>
          <Show when={before}>
            <button class="act" type="button" onClick={() => props.done()}>
              {words.cancel}
            </button>
          </Show>
        </p>
        <TryIt requested={requested} />
      </SettingsForm>
    </Part>
  )
}
