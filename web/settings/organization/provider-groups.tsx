import { createSignal, For, Show } from 'solid-js'
import type { AnswerOf } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { providerWords as words } from '../../words/en-providers'
import { settingsWords } from '../../words/en-settings'
import { Refusal } from '../../wire/requests'
import { withRecentLogin } from '../confirmation-dialog'
import { fetched } from '../fetched'
import { CheckField, TextField } from '../form-fields'
import { SettingsForm, textOf } from '../parts'

type Stated = AnswerOf<'GET /parley/providers/:provider/groups'>
type Row = { value: string; group_id: number }

/** Which groups follow a claim of the provider: its name, and the group of each of its values. */
export function ProviderGroups(props: { provider: string }) {
  const client = useClient()
  const { provider } = props
  const { value } = fetched(client, () => client.ask('GET /parley/providers/:provider/groups', { provider }))
  return <Show when={value()}>{(stated) => <ProviderGroupsForm provider={provider} stated={stated()} />}</Show>
}

function ProviderGroupsForm(props: { provider: string; stated: Stated }) {
  const client = useClient()
  const { provider, stated } = props
  const [rows, setRows] = createSignal<Row[]>(stated.groups.map(({ value, group_id }) => ({ value, group_id })))
  const [unconfirmed, setUnconfirmed] = createSignal<readonly number[]>([])
  const confirmedBefore = stated.groups.filter(({ is_confirmed }) => is_confirmed).map(({ group_id }) => group_id)

  /** Without the confirmation, the server names the groups that need one. */
  async function put(params: { claim: string; scope: string; isConfirmed: boolean }) {
    const { isConfirmed, ...texts } = params
    const confirmed_group_ids = [...new Set([...confirmedBefore, ...(isConfirmed ? unconfirmed() : [])])]
    const groups = rows().filter((row) => row.value !== '')
    try {
      await client.ask('PUT /parley/providers/:provider/groups', { provider, ...texts, groups, confirmed_group_ids })
    } catch (refusal) {
      const ids = refusal instanceof Refusal && refusal.code === 'PARLEY_GROUPS_GIVE_RIGHTS' && refusal.fields.group_ids
      if (!Array.isArray(ids)) throw refusal
      setUnconfirmed(ids.filter((id) => typeof id === 'number'))
      return
    }
    setUnconfirmed([])
    client.setNotice({ text: words.groupsSaved })
  }
  const submit = (fields: FormData): Promise<void> => {
    const params = {
      claim: textOf(fields, 'claim'),
      scope: textOf(fields, 'scope'),
      isConfirmed: fields.has('confirmed'),
    }
    return withRecentLogin(client, () => put(params))
  }
  return (
    <SettingsForm button={settingsWords.save} submit={submit}>
      <p class="quiet">{words.groupsText}</p>
      <TextField name="claim" label={words.claim} value={stated.claim || 'groups'} most={1000} isCode />
      <TextField name="scope" label={words.claimScope} value={stated.scope} most={200} isOptional isCode />
      <For each={rows()}>
        {(row) => (
          <GroupRow
            row={row}
            // The fields keep what the user types, so nothing draws again.
            change={(changes) => void Object.assign(row, changes)}
            remove={() => setRows((before) => before.filter((other) => other !== row))}
          />
        )}
      </For>
      <button
        type="button"
        class="act"
        disabled={groupsOf(client).length === 0}
        onClick={() => setRows((before) => [...before, { value: '', group_id: groupsOf(client)[0]?.id ?? 0 }])}
      >
        {words.addGroup}
      </button>
      <Rights group_ids={unconfirmed()} />
    </SettingsForm>
  )
}

const groupsOf = ({ store }: ReturnType<typeof useClient>) =>
  [...store.state.realm_user_groups].filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)

/** Asks for the confirmation of an owner, if members of these groups have rights of administrators. */
function Rights(props: { group_ids: readonly number[] }) {
  const { store } = useClient()
  const names = () => props.group_ids.map((id) => store.state.realm_user_groups.get(id)?.name ?? String(id))
  return (
    <Show when={props.group_ids.length > 0}>
      <p class="fail" role="alert">
        {words.groupRights(names().join(', '))}
      </p>
      <CheckField name="confirmed" label={words.confirmRights} />
    </Show>
  )
}

function GroupRow(props: { row: Row; change: (changes: Partial<Row>) => void; remove: () => void }) {
  const client = useClient()
  return (
    <fieldset>
      <TextField
        label={words.claimValue}
        value={props.row.value}
        most={255}
        isCode
        typed={(value) => props.change({ value })}
      />
      <label>
        {words.group}
        <select onChange={({ currentTarget }) => props.change({ group_id: Number(currentTarget.value) })}>
          <For each={groupsOf(client)}>
            {({ id, name }) => (
              <option value={id} selected={id === props.row.group_id}>
                {name}
              </option>
            )}
          </For>
        </select>
      </label>
      <button type="button" class="act" onClick={() => props.remove()}>
        {settingsWords.remove}
      </button>
    </fieldset>
  )
}
