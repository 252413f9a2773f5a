import { createMemo, createSignal, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import { laterWords } from '../../words/en-later'
import { channelWords as words } from '../../words/en-channels'
import { settingsWords } from '../../words/en-settings'
import { fetched } from '../fetched'
import { SettingsForm, textOf } from '../parts'
import { ChoiceField } from '../form-fields'

/** The folders of the organization, as a field of a form. */
export function Folders(props: {
  name: string
  value: number | null
  isDisabled?: boolean
  change?: (folder_id: number | null) => void
}) {
  const client = useClient()
  const { ask } = client
  const { value: folders } = fetched(client, async () => (await ask('GET /channel_folders')).channel_folders)
  return (
    <label>
      {words.folder.name}
      <select
        name={props.name}
        disabled={props.isDisabled}
        onChange={({ currentTarget: { value } }) => props.change?.(value === '' ? null : Number(value))}
      >
        <option value="" selected={props.value === null}>
          {words.noFolder}
        </option>
        <For each={folders() ?? []}>
          {({ id, name }) => (
            <option value={id} selected={id === props.value}>
              {name}
            </option>
          )}
        </For>
      </select>
    </label>
  )
}

/** How long messages are kept. null: as the organization; -1: for ever. */
export function Retention(props: { value: number | null }) {
  const { store } = useClient()
  const kindOf = (value: number | null) => (value === null ? 'realm_default' : value === -1 ? 'unlimited' : 'limited')
  const [kind, setKind] = createSignal<string>(kindOf(props.value))
  const days = createMemo(() => (props.value !== null && props.value > 0 ? props.value : ''))
  return (
    <div class="inline-form">
      <ChoiceField
        label={words.retention.name}
        name="retention"
        options={words.retentionKinds}
        value={kindOf(props.value)}
        isDisabled={!store.state.is_owner}
        choose={setKind}
      />
      <Show when={kind() === 'limited'}>
        <input name="days" type="number" min="1" required aria-label={settingsWords.amount[1]} value={days()} />
      </Show>
    </div>
  )
}

/** Returns the parameter of the API for the fields of `Retention`, or undefined if the user may not choose it. */
export function retentionIn(fields: FormData): number | 'realm_default' | 'unlimited' | undefined {
  const kind = textOf(fields, 'retention')
  if (kind === 'limited') return Number(textOf(fields, 'days'))
  return kind === 'realm_default' || kind === 'unlimited' ? kind : undefined
}

/** How long the messages of a channel are kept, with a button that saves it. */
export const RetentionForm = (props: {
  value: number | null
  save: (days: ReturnType<typeof retentionIn>) => Promise<unknown>
}) => (
  <SettingsForm button={laterWords.save} submit={(fields) => props.save(retentionIn(fields))}>
    <Retention value={props.value} />
  </SettingsForm>
)
