import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js'
import { isTopicMuted } from '../../client-state/unread-counts'
import { topicName } from '../base/labels'
import { openOverlay } from '../base/overlay'
import { useClient } from '../client/use-client'
import { keyOfRoute } from '../routes/route'
import type { Conversation } from '../store/conversations'
import { railRows } from '../store/rail-rows'
import { words } from '../words/en'
import { Count } from './inbox'
import { steady } from './steady-order'

const MAX_UNREAD_TOPICS = 20
const MAX_READ_TOPICS = 5

/** Topics of the open channel: the first unread ones, the newest read ones, and the one that is open. A button shows the others. */
export function Topics(props: { stream_id: number }) {
  const client = useClient()
  const { ask, isAt, registrations, report, route, unread } = client
  const [listed, setListed] = createSignal<string[]>([])
  const unreadTopics = createMemo(() =>
    unread().conversations.flatMap(({ route: place }) =>
      place.view === 'topic' && place.stream_id === props.stream_id ? [place.topic] : [],
    ),
  )
  // The user opens a conversation. An event causes no request: each client of a channel would send it for each message.
  const openKey = createMemo(() => keyOfRoute(route()))
  createEffect(
    on([openKey, registrations], () => {
      ask('GET /users/me/:stream_id/topics', { stream_id: props.stream_id, allow_empty_topic_name: true })
        .then(({ topics }) => setListed(topics.map(({ name }: { name: string }) => name)))
        .catch(report)
    }),
  )
  // A topic that a message begins is listed from then on, also after it is read.
  createEffect(on(unreadTopics, (names) => setListed((before) => firstOfEach([...before, ...names]))))
  const isOpen = (topic: string) => isAt({ view: 'topic', stream_id: props.stream_id, topic })
  const firstUnread = createMemo(() => new Set(unreadTopics().slice(0, MAX_UNREAD_TOPICS)))
  const isUnread = (topic: string) => firstUnread().has(topic)
  const all = createMemo(() => {
    const open = route()
    return firstOfEach([...unreadTopics(), ...listed(), ...(open.view === 'topic' ? [open.topic] : [])])
  })
  const topics = steady(client, () => railRows(all(), { isUnread, isOpen, most: MAX_READ_TOPICS }), isOpen)
  const others = () => all().length - topics().length
  return (
    <>
      <For each={topics()}>{(topic) => <TopicLink place={{ view: 'topic', stream_id: props.stream_id, topic }} />}</For>
      <Show when={others() > 0}>
        <button class="row topic" onClick={() => openOverlay(client, { kind: 'topics', stream_id: props.stream_id })}>
          {words.moreTopics(others())}
        </button>
      </Show>
    </>
  )
}

function TopicLink(props: { place: Extract<Conversation, { view: 'topic' }> }) {
  const client = useClient()
  const { hrefOf, isAt, store, unread, watch } = client
  const { place } = props
  const entry = () => unread().byKey.get(keyOfRoute(place))
  const isMuted = () => {
    watch('topics')
    return isTopicMuted(store.state, place.stream_id, place.topic)
  }
  return (
    <a
      class="row topic"
      classList={{ unread: entry() !== undefined, muted: isMuted() }}
      href={hrefOf(place)}
      aria-current={isAt(place) ? 'page' : undefined}
    >
      <span class="name" dir="auto">
        {topicName(client, place.topic)}
      </span>
      <Count count={entry()?.ids.length ?? 0} mentions={entry()?.mentions ?? 0} />
    </a>
  )
}

/** Returns the names. Of names that differ only by upper and lower case, it returns the first. */
function firstOfEach(topics: readonly string[]): string[] {
  const names = new Map<string, string>()
  for (const topic of topics) if (!names.has(topic.toLowerCase())) names.set(topic.toLowerCase(), topic)
  return [...names.values()]
}
