import { createMemo, createSignal, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import type { UserTopic } from '../../client-state/wire'
import { PersonLink } from '../parts/person-link'
import { topicName } from '../base/labels'
import { settingsWords as words } from '../words/en-settings'
import { Items, Part } from './parts'

const ROWS_AT_ONCE = 100

const POLICIES = [0, 1, 2, 3] as const

const policyIn = (value: string) => POLICIES.find((policy) => policy === Number(value)) ?? 0

/** The people that the user has muted, and the topics that do not follow their channel. */
export function Muted() {
  return (
    <>
      <MutedPeople />
      <MutedTopics />
    </>
  )
}

function MutedPeople() {
  const { ask, report, store, watch } = useClient()
  const people = (): number[] => {
    watch('people')
    return store.state.muted_users.map(({ id }: { id: number }) => id)
  }
  return (
    <Part title={words.mutedPeople}>
      <Items of={people()} none={words.noMutedPeople}>
        {(user_id) => (
          <li>
            <span class="grow">
              <PersonLink user_id={user_id} />
            </span>
            <button
              class="act"
              onClick={() =>
                void ask('DELETE /users/me/muted_users/:muted_user_id', { muted_user_id: user_id }).catch(report)
              }
            >
              {words.unmute}
            </button>
          </li>
        )}
      </Items>
    </Part>
  )
}

function MutedTopics() {
  const client = useClient()
  const { ask, hrefOf, names, report, store, watch } = client
  const [most, setMost] = createSignal(ROWS_AT_ONCE)
  const topics = createMemo((): UserTopic[] => {
    watch('topics')
    return [...store.state.user_topics]
      .filter(({ stream_id }) => store.state.subscriptions.has(stream_id))
      .sort((a, b) => names.channel(a.stream_id).localeCompare(names.channel(b.stream_id)))
  })
  const setPolicy = ({ stream_id, topic_name }: UserTopic, visibility_policy: UserTopic['visibility_policy']) =>
    ask('POST /user_topics', { stream_id, topic: topic_name, visibility_policy }).catch(report)
  return (
    <Part title={words.mutedTopics}>
      <ul class="items">
        <For each={topics().slice(0, most())}>
          {(row) => (
            <li>
              <a
                class="grow"
                dir="auto"
                href={hrefOf({ view: 'topic', stream_id: row.stream_id, topic: row.topic_name })}
              >
                # {names.channel(row.stream_id)} › {topicName(client, row.topic_name)}
              </a>
              <select
                class="small-select"
                aria-label={topicName(client, row.topic_name)}
                onChange={({ currentTarget }) => void setPolicy(row, policyIn(currentTarget.value))}
              >
                <For each={Object.entries(words.policies)}>
                  {([policy, name]) => (
                    <option value={policy} selected={Number(policy) === row.visibility_policy}>
                      {name}
                    </option>
                  )}
                </For>
              </select>
            </li>
          )}
        </For>
      </ul>
      <Show when={topics().length > most()}>
        <button class="act" onClick={() => setMost(most() + ROWS_AT_ONCE)}>
          {words.more}
        </button>
      </Show>
      <Show when={topics().length === 0}>
        <p class="quiet">{words.noTopics}</p>
      </Show>
    </Part>
  )
}
