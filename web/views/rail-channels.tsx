import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { keyOfRoute } from '../routes/route'
import { channelsInOrder, type Conversation } from '../store/conversations'
import { words } from '../words/en'
import { isTopicMuted } from '../../client-state/unread-counts'
import { openChannel } from './open-channel'
import { Count } from './inbox'
import { topicName } from '../base/labels'
import { ownSettings } from '../base/own-settings'
import { steady } from './steady-order'

const MAX_TOPICS = 10

type Channel = {
  stream_id: number
  name: string
  color: string
  is_muted: boolean
  pin_to_top: boolean
  folder_id: number | null
}

/** The channels of the user, in the folders of the organization if the user wants them. */
export function ChannelLinks() {
  const client = useClient()
  const { store, watch } = client
  const sections = createMemo(() => {
    watch('channels')
    const { channel_folders } = store.state
    const folders: Folder[] = ownSettings(client).web_left_sidebar_show_channel_folders ? channel_folders : []
    const folderNames = new Map(
      folders.filter(({ is_archived }) => !is_archived).map((folder) => [folder.id, folder.name]),
    )
    const bySection = new Map<number, Channel[]>([0, ...folderNames.keys()].map((id) => [id, []]))
    for (const channel of channelsInOrder(store.state)) bySection.get(sectionOf(channel, folderNames))?.push(channel)
    return { bySection, names: folderNames }
  })
  // Sections are drawn by id, so that the rows keep their elements.
  const ids = createMemo(() => [...sections().bySection].flatMap(([id, { length }]) => (length > 0 ? [id] : [])))
  return (
    <For each={ids()}>
      {(id) => (
        <>
          <h2 class="sec" dir="auto">
            {sections().names.get(id) ?? words.channels}
          </h2>
          <For each={sections().bySection.get(id)}>{(channel) => <Channel channel={channel} />}</For>
        </>
      )}
    </For>
  )
}

type Folder = { id: number; name: string; is_archived: boolean }

/** Pinned channels are above all folders. */
const sectionOf = ({ pin_to_top, folder_id }: Channel, folders: ReadonlyMap<number, string>): number =>
  folder_id !== null && !pin_to_top && folders.has(folder_id) ? folder_id : 0

function Channel(props: { channel: Channel }) {
  const client = useClient()
  const { hrefOf, isAt, route, unread, watch } = client
  const { stream_id } = props.channel
  // The store changes its own objects in place.
  const channel = () => {
    watch('channels')
    return { ...props.channel }
  }
  const isOpen = createMemo(() => {
    const open = route()
    return (open.view === 'channel' || open.view === 'topic') && open.stream_id === stream_id
  })
  const counts = () => unread().byChannel.get(stream_id)
  const shownCount = () => countBeside(client, counts(), channel().is_muted)
  return (
    <>
      <a
        class="row channel"
        classList={{ unread: (counts()?.count ?? 0) > 0, muted: channel().is_muted }}
        style={{ '--c': channel().color }}
        href={hrefOf({ view: 'channel', stream_id })}
        onClick={(event) => !isOpen() && openChannel(client, event, stream_id)}
        aria-current={isAt({ view: 'channel', stream_id }) ? 'page' : undefined}
      >
        <span class="bar" aria-hidden="true" />
        <span class="name" dir="auto">
          {channel().name}
        </span>
        <Count count={shownCount()} mentions={shownCount() > 0 ? (counts()?.mentions ?? 0) : 0} />
      </a>
      <Show when={isOpen()}>
        <Topics stream_id={stream_id} />
      </Show>
    </>
  )
}

const ALL_CHANNELS = 1
const NO_CHANNEL = 3

/** Returns the number beside a channel, as `web_stream_unreads_count_display_policy` says. */
function countBeside(client: Client, counts: { count: number; all: number } | undefined, isMuted: boolean): number {
  const { web_stream_unreads_count_display_policy: policy } = ownSettings(client)
  if (counts === undefined || policy === NO_CHANNEL) return 0
  if (!isMuted) return counts.count
  return policy === ALL_CHANNELS ? counts.all : 0
}

/** The newest topics of the open channel, those with unread messages, and the one that is open. */
function Topics(props: { stream_id: number }) {
  const client = useClient()
  const { ask, hrefOf, isAt, registrations, report, route, store, unread, watch } = client
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
  const topics = steady(client, () => {
    const open = route()
    const newest = listed().slice(0, MAX_TOPICS)
    return firstOfEach([...newest, ...unreadTopics(), ...(open.view === 'topic' ? [open.topic] : [])])
  })
  return (
    <For each={topics()}>
      {(topic) => {
        const place: Conversation = { view: 'topic', stream_id: props.stream_id, topic }
        const entry = () => unread().byKey.get(keyOfRoute(place))
        const isMuted = () => {
          watch('topics')
          return isTopicMuted(store.state, props.stream_id, topic)
        }
        return (
          <a
            class="row topic"
            classList={{ unread: entry() !== undefined, muted: isMuted() }}
            href={hrefOf(place)}
            aria-current={isAt(place) ? 'page' : undefined}
          >
            <span class="name" dir="auto">
              {topicName(client, topic)}
            </span>
            <Count count={entry()?.ids.length ?? 0} mentions={entry()?.mentions ?? 0} />
          </a>
        )
      }}
    </For>
  )
}

/** Returns the names without those that differ from an earlier one only by upper and lower case. */
function firstOfEach(topics: readonly string[]): string[] {
  const names = new Map<string, string>()
  for (const topic of topics) if (!names.has(topic.toLowerCase())) names.set(topic.toLowerCase(), topic)
  return [...names.values()]
}
