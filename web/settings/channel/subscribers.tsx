import { createMemo, createSignal, For, Show } from 'solid-js'
import type { Channel } from '../../../client-state/wire'
import type { OwnState } from '../../wire/own-state'
import type { Client } from '../../client/client'
import { useClient } from '../../client/use-client'
import { bestMatches, foldedName } from '../../store/best-matches'
import { Avatar } from '../../parts/avatar'
import { PeoplePicker, Picker } from '../../parts/people-picker'
import { mayAddSubscribers, mayRemoveSubscriber } from '../../store/may-act'
import { channelWords as words } from '../../words/en-channels'
import { organizationWords } from '../../words/en-organization'
import { attempt, fetched } from '../fetched'
import { nameOfGroup } from '../group-value'
import { Part } from '../parts'

const MAX_ROWS = 50

/** Returns the members of groups, with those of the groups inside of them. */
function membersOf({ store }: Client, ids: readonly number[]): number[] {
  const seen = new Set<number>()
  const members = new Set<number>()
  const waiting = [...ids]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const group = store.state.realm_user_groups.get(id)
    for (const user_id of group?.members ?? []) members.add(user_id)
    waiting.push(...(group?.direct_subgroup_ids ?? []))
  }
  return [...members]
}

/** Who reads a channel. People and groups are added, and people are removed. */
export function Subscribers(props: { stream_id: number; isSubscribed: boolean }) {
  const client = useClient()
  const { ask, channelOf, names, store, watch } = client
  const [query, setQuery] = createSignal('')
  const { value, refresh } = fetched(
    client,
    async (): Promise<number[]> =>
      (await ask('GET /streams/:stream_id/members', { stream_id: props.stream_id })).subscribers,
  )
  const name = () => names.channel(props.stream_id)
  async function remove(user_id: number) {
    await attempt(client, ask('DELETE /users/me/subscriptions', { subscriptions: [name()], principals: [user_id] }))
    await refresh()
  }
  const may = (act: (state: OwnState, channel: Channel) => boolean) => {
    const channel = channelOf(props.stream_id)
    return channel !== undefined && act(store.state, channel)
  }
  const mayRemove = (user_id: number) =>
    user_id === store.state.user_id || may((state, channel) => mayRemoveSubscriber(state, channel, user_id))
  const found = createMemo(() => {
    watch('people')
    const all = value() ?? []
    if (query().trim() !== '')
      return bestMatches(all, query(), { nameOf: (id) => foldedName(names.user(id)), most: MAX_ROWS })
    return all.slice(0, MAX_ROWS)
  })
  return (
    <Part title={`${words.subscribers} (${value()?.length ?? 0})`}>
      <Show when={may(mayAddSubscribers)}>
        <AddSubscribers stream_id={props.stream_id} present={value() ?? []} refresh={refresh} />
      </Show>
      <Show when={(value()?.length ?? 0) > MAX_ROWS}>
        <input
          class="filter"
          type="search"
          aria-label={words.findSubscriber}
          placeholder={words.findSubscriber}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      </Show>
      <ul class="items">
        <For each={found()}>
          {(user_id) => (
            <SubscriberRow user_id={user_id} remove={mayRemove(user_id) ? () => void remove(user_id) : undefined} />
          )}
        </For>
      </ul>
      <Show when={query() === '' && (value()?.length ?? 0) > MAX_ROWS}>
        <p class="quiet">{words.more((value()?.length ?? 0) - MAX_ROWS)}</p>
      </Show>
    </Part>
  )
}

function SubscriberRow(props: { user_id: number; remove: (() => void) | undefined }) {
  const { names } = useClient()

  return (
    <li>
      <Avatar user_id={props.user_id} />
      <span class="grow" dir="auto">
        {names.user(props.user_id)}
      </span>
      <Show when={props.remove}>
        <button class="act" aria-label={words.remove(names.user(props.user_id))} onClick={() => props.remove?.()}>
          {organizationWords.remove}
        </button>
      </Show>
    </li>
  )
}

function AddSubscribers(props: { stream_id: number; present: readonly number[]; refresh: () => Promise<void> }) {
  const client = useClient()
  const { ask, names, store } = client
  async function add(user_ids: number[]) {
    const principals = user_ids.filter(
      (id) => store.state.realm_users.get(id)?.is_bot === false && !props.present.includes(id),
    )
    if (principals.length === 0) return
    await attempt(
      client,
      ask('POST /users/me/subscriptions', { subscriptions: [{ name: names.channel(props.stream_id) }], principals }),
    )
    await props.refresh()
  }
  const groups = () =>
    [...store.state.realm_user_groups]
      .filter(({ deactivated, name: group }) => !deactivated && group !== 'role:internet' && group !== 'role:nobody')
      .map(({ id, name: group }) => ({ id, name: nameOfGroup(group) }))

  return (
    <div class="two-fields">
      <PeoplePicker label={words.addPeople} chosen={[]} change={(ids) => void add(ids)} nameOf={names.user} />
      <Picker label={words.addGroups} chosen={[]} all={groups()} change={(ids) => void add(membersOf(client, ids))} />
    </div>
  )
}
