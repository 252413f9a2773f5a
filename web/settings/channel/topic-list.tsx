import { createMemo, createSignal, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import { bestMatches, foldedName } from '../../store/best-matches'
import { mayResolve } from '../../store/may-act'
import { topicName } from '../../base/labels'
import { isResolved, toggleResolved } from '../../base/resolve-topic'
import { channelWords as words } from '../../words/en-channels'
import { confirmed } from '../confirm'
import { fetched } from '../fetched'
import { Part } from '../parts'

type Topic = { name: string; max_id: number }

const MAX_ROWS = 30

/** The topics of a channel, the newest first. Each can be resolved, and administrators can delete it. */
export function TopicList(props: { stream_id: number; opened?: () => void }) {
  const client = useClient()
  const { ask } = client
  const [query, setQuery] = createSignal('')
  const { value, refresh } = fetched(
    client,
    async (): Promise<Topic[]> =>
      (await ask('GET /users/me/:stream_id/topics', { stream_id: props.stream_id, allow_empty_topic_name: true }))
        .topics,
  )
  const found = createMemo(() => {
    const all = value() ?? []
    if (query().trim() === '') return all.slice(0, MAX_ROWS)
    return bestMatches(all, query(), { nameOf: ({ name }) => foldedName(name), most: MAX_ROWS })
  })
  const toggle = (topic: string) => void toggleResolved(client, { stream_id: props.stream_id, topic }).then(refresh)
  /** The server deletes a topic in parts, and says whether it has deleted all of it. */
  async function remove(topic_name: string): Promise<void> {
    const { complete } = await ask('POST /streams/:stream_id/delete_topic', { stream_id: props.stream_id, topic_name })
    return complete ? refresh() : remove(topic_name)
  }
  return (
    <Part title={words.topicList}>
      <Show when={(value()?.length ?? 0) > MAX_ROWS}>
        <input
          class="filter"
          type="search"
          aria-label={words.findTopic}
          placeholder={words.findTopic}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      </Show>
      <ul class="items">
        <For each={found()}>
          {({ name }) => (
            <TopicRow
              stream_id={props.stream_id}
              name={name}
              toggle={() => toggle(name)}
              remove={() => remove(name)}
              opened={() => props.opened?.()}
            />
          )}
        </For>
      </ul>
      <Show when={value()?.length === 0}>
        <p class="quiet">{words.noTopics}</p>
      </Show>
    </Part>
  )
}

function TopicRow(props: {
  stream_id: number
  name: string
  toggle: () => void
  remove: () => Promise<void>
  opened: () => void
}) {
  const client = useClient()
  const { channelOf, hrefOf, store } = client
  const { name } = props

  return (
    <li>
      <a
        class="grow"
        dir="auto"
        href={hrefOf({ view: 'topic', stream_id: props.stream_id, topic: name })}
        onClick={() => props.opened()}
      >
        {topicName(client, name)}
      </a>
      <Show when={name !== '' && mayResolve(store.state, channelOf(props.stream_id))}>
        <button
          class="act"
          aria-label={isResolved(name) ? words.open(name) : words.resolve(name)}
          onClick={() => props.toggle()}
        >
          {isResolved(name) ? words.openShort : words.resolveShort}
        </button>
      </Show>
      <Show when={store.state.is_admin}>
        <button
          class="act danger"
          aria-label={words.deleteTopic(topicName(client, name))}
          onClick={() =>
            confirmed(client, {
              title: words.deleteTopic(topicName(client, name)),
              text: words.deleteTopicText,
              button: words.deleteShort,
              run: () => props.remove(),
            })
          }
        >
          {words.deleteShort}
        </button>
      </Show>
    </li>
  )
}
