import { createMemo, createSignal, For, Show } from 'solid-js'
import type { Client } from '../../client/client'
import { namesOf } from '../../base/labels'
import { useClient } from '../../client/use-client'
import type { User } from '../../../client-state/wire'
import { bestMatches, foldedName } from '../../store/best-matches'
import { PersonLink } from '../../parts/person-link'
import { organizationWords as words } from '../../words/en-organization'
import { overlayWords } from '../../words/en-overlays'
import { settingsWords } from '../../words/en-settings'
import { BulkBar, BulkBox, BulkChoice, BulkFailure, createBulk, type Bulk } from '../bulk'
import { confirmed, ConfirmDialog } from '../confirm'
import { attempt } from '../fetched'
import { Part } from '../parts'
import { afterWhatIf, WhatIfDialog } from '../what-if'
import { ChoiceField } from '../form-fields'

type State = keyof typeof words.states

const ROWS_AT_ONCE = 50
const ROLES = Object.entries(overlayWords.role)
const ROLE_CODES = [100, 200, 300, 400, 600] as const

/** All people of the organization, whom administrators can change. Ten thousand are searched in memory. */
export function People() {
  const client = useClient()
  const { store, watch } = client
  const [query, setQuery] = createSignal('')
  const [state, setState] = createSignal<State>('active')
  const [most, setMost] = createSignal(ROWS_AT_ONCE)
  const all = createMemo((): User[] => {
    watch('people')
    const { realm_users, realm_non_active_users } = store.state
    if (state() === 'deactivated') return [...realm_non_active_users].filter(({ is_bot }) => !is_bot)
    return [...realm_users].filter(({ is_bot }) => is_bot === (state() === 'bots'))
  })
  const found = createMemo((): User[] =>
    query().trim() === ''
      ? all().toSorted((a, b) => a.role - b.role || a.full_name.localeCompare(b.full_name))
      : bestMatches(all(), query(), { nameOf: textOfUser, most: ROWS_AT_ONCE }),
  )
  const visible = createMemo(() =>
    found()
      .slice(0, most())
      .map(({ user_id }) => user_id),
  )
  const bulk = createBulk(() => visible().filter((user_id) => mayChange(client, user_id)))
  return (
    <Part title={words.peopleFound(all().length)}>
      <div class="inline-form fields filters">
        <label class="grow">
          {words.find}
          <input
            type="search"
            dir="auto"
            onInput={({ currentTarget }) => {
              setMost(ROWS_AT_ONCE)
              setQuery(currentTarget.value)
            }}
          />
        </label>
        <ChoiceField label={words.state} options={words.states} choose={(value) => setState(stateIn(value))} />
      </div>
      <Show when={bulk.ids().length > 0}>
        <BulkBar of={bulk}>
          <BulkActs of={bulk} state={state()} />
        </BulkBar>
      </Show>
      <ul class="items">
        <For each={visible()}>
          {(user_id) => <PersonRow user_id={user_id} isActive={state() !== 'deactivated'} bulk={bulk} />}
        </For>
      </ul>
      <Show when={found().length > most()}>
        <button class="act" onClick={() => setMost(most() + ROWS_AT_ONCE)}>
          {settingsWords.more}
        </button>
      </Show>
      <ConfirmDialog />
      <WhatIfDialog />
    </Part>
  )
}

const stateIn = (value: string): State => (value === 'deactivated' || value === 'bots' ? value : 'active')

const textOfUser = ({ full_name, delivery_email, email }: User) => foldedName(`${full_name} ${delivery_email ?? email}`)

/** No user changes the own account here. */
const mayChange = ({ store }: Client, user_id: number) => store.state.is_admin && user_id !== store.state.user_id

const deactivate = ({ ask }: Client, user_id: number, is_bot: boolean, checked: string[]) =>
  is_bot
    ? ask('DELETE /bots/:bot_id', { bot_id: user_id })
    : ask('DELETE /users/:user_id', { user_id, actions: Object.fromEntries(checked.map((name) => [name, true])) })

const roleIn = (role: string) => ROLE_CODES.find((code) => code === Number(role))

const setRole = ({ ask }: Client, user_id: number, role: string) =>
  ask('PATCH /users/:user_id', { user_id, role: roleIn(role) })

/** Sets the role of one user, after a look at what that would change. */
function setRoleAfterWhatIf(client: Client, user_id: number, value: string): Promise<unknown> {
  const role = roleIn(value)
  const save = () => setRole(client, user_id, value)
  if (role === undefined) return save()
  return afterWhatIf(client, () => client.ask('POST /parley/what_if/users/:user_id', { user_id, role }), save)
}

/** What an administrator does with all selected people. */
function BulkActs(props: { of: Bulk; state: State }) {
  const client = useClient()
  const { run, selected } = props.of
  const confirm = () =>
    confirmed(client, {
      title: `${words.deactivate}: ${namesOf(client, selected())}`,
      text: words.deactivateText,
      button: words.deactivate,
      choices: props.state === 'bots' ? {} : words.deleteToo,
      run: (checked) => run((user_id) => deactivate(client, user_id, props.state === 'bots', checked)),
    })
  return (
    <Show
      when={props.state !== 'deactivated'}
      fallback={
        <button
          class="act"
          onClick={() => void run((user_id) => client.ask('POST /users/:user_id/reactivate', { user_id }))}
        >
          {words.reactivate}
        </button>
      }
    >
      <BulkChoice
        label={words.role}
        options={ROLES}
        choose={(role) => void run((user_id) => setRole(client, user_id, role))}
      />
      <button class="act danger" onClick={confirm}>
        {words.deactivate}
      </button>
    </Show>
  )
}

function PersonRow(props: { user_id: number; isActive: boolean; bulk: Bulk }) {
  const client = useClient()
  const { ask, names, setNotice, userOf } = client
  const { user_id } = props
  const full_name = names.user(user_id)
  const is_bot = userOf(user_id)?.is_bot === true
  // The store changes its own objects in place.
  const user = (): Partial<User> => ({ ...userOf(user_id) })
  async function endSessions() {
    if (await attempt(client, ask('DELETE /parley/users/:user_id/sessions', { user_id })))
      setNotice({ text: words.sessionsEnded(full_name) })
  }
  const confirmDeactivation = () =>
    confirmed(client, {
      title: `${words.deactivate}: ${full_name}`,
      text: words.deactivateText,
      button: words.deactivate,
      choices: is_bot ? {} : words.deleteToo,
      run: (checked) => deactivate(client, user_id, is_bot, checked),
    })
  return (
    <li class="person-row">
      <Show when={mayChange(client, user_id)}>
        <BulkBox of={props.bulk} id={user_id} name={full_name} />
      </Show>
      <div class="grow">
        <PersonLink user_id={user_id} />
        <p class="quiet">{user().delivery_email ?? ''}</p>
        <BulkFailure of={props.bulk} id={user_id} />
      </div>
      <Show
        when={mayChange(client, user_id)}
        fallback={<span class="quiet">{overlayWords.role[user().role ?? 0]}</span>}
      >
        <Show
          when={props.isActive}
          fallback={
            <button
              class="act"
              onClick={() => void attempt(client, ask('POST /users/:user_id/reactivate', { user_id }))}
            >
              {words.reactivate}
            </button>
          }
        >
          <RoleChoice user_id={user_id} role={user().role} />
          <button class="act" aria-label={`${words.endSessions}: ${full_name}`} onClick={() => void endSessions()}>
            {words.endSessions}
          </button>
          <button class="act danger" aria-label={`${words.deactivate}: ${full_name}`} onClick={confirmDeactivation}>
            {words.deactivate}
          </button>
        </Show>
      </Show>
    </li>
  )
}

function RoleChoice(props: { user_id: number; role: number | undefined }) {
  const client = useClient()
  const { names } = client
  async function choose(select: HTMLSelectElement) {
    if (!(await attempt(client, setRoleAfterWhatIf(client, props.user_id, select.value))))
      select.value = String(props.role)
  }

  return (
    <select
      class="small-select"
      aria-label={`${words.role}: ${names.user(props.user_id)}`}
      onChange={({ currentTarget }) => void choose(currentTarget)}
    >
      <For each={ROLES}>
        {([role, name]) => (
          <option value={role} selected={Number(role) === props.role}>
            {name}
          </option>
        )}
      </For>
    </select>
  )
}
