import { createMemo, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import { channelsInOrder } from '../store/conversations'
import { savedViews } from '../store/saved-views'
import { ownOrders } from '../base/own-orders'
import { inOwnOrder } from '../store/rail-rows'
import { words } from '../words/en'
import { openChannel } from './open-channel'
import { Tile } from '../parts/tile'
import { Count } from './inbox'
import { ownSettings } from '../base/own-settings'
import { RailSection } from './rail-section'
import { Topics } from './rail-topics'

/** With more channels, a section shows its unread ones until the user opens it. */
const MAX_EXPANDED = 20

type Channel = {
  stream_id: number
  name: string
  color: string
  is_muted: boolean
  pin_to_top: boolean
  folder_id: number | null
  invite_only: boolean
  is_web_public: boolean
}

type Sections = ReturnType<ReturnType<typeof createSections>>

const PINNED = -1
const OTHERS = 0

/** The channels of the user: the pinned ones, each folder of the organization if the user wants folders, and all others. */
export function createSections(client: Client) {
  return createMemo(() => {
    client.watch('channels')
    const { store } = client
    const folders = ownSettings(client).web_left_sidebar_show_channel_folders
      ? store.state.channel_folders.filter(({ is_archived }) => !is_archived)
      : []
    const names = new Map(folders.map((folder) => [folder.id, folder.name]))
    const channels = channelsInOrder(store.state)
    const sectionOf = ({ pin_to_top, folder_id }: Channel) =>
      pin_to_top ? PINNED : folder_id !== null && names.has(folder_id) ? folder_id : OTHERS
    return { names, isMany: channels.length > MAX_EXPANDED, bySection: Map.groupBy(channels, sectionOf) }
  })
}

/** What the user pinned: views, then channels. */
export function PinnedLinks(props: { sections: Sections }) {
  const client = useClient()
  const { hrefOf, route, store, watch } = client
  const views = createMemo(() => {
    watch('views')
    return new Map(
      savedViews(store.state)
        .filter(({ is_pinned }) => is_pinned)
        .map(({ fragment, name }) => [fragment, name]),
    )
  })
  const channels = createMemo(() => channelsIn(props.sections, PINNED))
  const { order } = ownOrders(client).pinned
  const isOpenView = (fragment: string) => hrefOf(route()) === `#${fragment}`
  return (
    <RailSection<string | number>
      id="pinned"
      name={words.pinned}
      keys={inOwnOrder<string | number>([...views().keys(), ...channels().keys()], order())}
      ownOrder={order().join()}
      isUnread={(key) => typeof key === 'number' && isUnreadChannel(client, key)}
      isOpen={(key) => (typeof key === 'number' ? isOpenChannel(client, key) : isOpenView(key))}
      most={Infinity}
    >
      {(key) =>
        typeof key === 'number' ? (
          <Show when={channels().get(key)}>{(channel) => <Channel channel={channel()} />}</Show>
        ) : (
          <a
            class="row"
            data-move={`pinned ${key}`}
            href={`#${key}`}
            aria-current={isOpenView(key) ? 'page' : undefined}
          >
            <Icon name="pin" />
            <span class="name" dir="auto">
              {views().get(key)}
            </span>
          </a>
        )
      }
    </RailSection>
  )
}

/** Returns the sections of the rail in the order of the user. */
export function sectionIds(client: Client, { names }: Sections): SectionId[] {
  return inOwnOrder(
    ['pinned', 'direct', ...[...names.keys(), OTHERS].map((id): SectionId => `channels ${id}`)],
    ownOrders(client).sections.order(),
  )
}

export type SectionId = 'pinned' | 'direct' | `channels ${number}`

/** The channels of a folder, or those in none. With many channels, a section is folded at first. */
export function ChannelLinks(props: { id: SectionId; sections: Sections }) {
  const client = useClient()
  const id = Number(props.id.slice('channels '.length))
  const channels = createMemo(() => channelsIn(props.sections, id))
  const other = () => (props.sections.names.size > 0 ? words.otherChannels : words.channels)
  return (
    <RailSection
      id={props.id}
      name={props.sections.names.get(id) ?? other()}
      keys={[...channels().keys()]}
      isUnread={(stream_id) => isUnreadChannel(client, stream_id)}
      isOpen={(stream_id) => isOpenChannel(client, stream_id)}
      most={props.sections.isMany ? 0 : Infinity}
    >
      {(stream_id) => <Show when={channels().get(stream_id)}>{(channel) => <Channel channel={channel()} />}</Show>}
    </RailSection>
  )
}

const channelsIn = ({ bySection }: Sections, id: number) =>
  new Map(bySection.get(id)?.map((channel) => [channel.stream_id, channel]))

const isUnreadChannel = ({ unread }: Client, stream_id: number): boolean =>
  (unread().byChannel.get(stream_id)?.count ?? 0) > 0

function isOpenChannel({ route }: Client, stream_id: number): boolean {
  const open = route()
  return (open.view === 'channel' || open.view === 'topic') && open.stream_id === stream_id
}

function Channel(props: { channel: Channel }) {
  const client = useClient()
  const { hrefOf, isAt, unread, watch } = client
  const { stream_id } = props.channel
  // The store changes its own objects in place.
  const channel = () => {
    watch('channels')
    return { ...props.channel }
  }
  const isOpen = createMemo(() => isOpenChannel(client, stream_id))
  const counts = () => unread().byChannel.get(stream_id)
  const shownCount = () => countBeside(client, counts(), channel().is_muted)
  return (
    <>
      <a
        class="row channel"
        data-move={channel().pin_to_top ? `pinned ${stream_id}` : undefined}
        classList={{ unread: (counts()?.count ?? 0) > 0, muted: channel().is_muted }}
        href={hrefOf({ view: 'channel', stream_id })}
        onClick={(event) => !isOpen() && openChannel(client, event, stream_id)}
        aria-current={isAt({ view: 'channel', stream_id }) ? 'page' : undefined}
      >
        <Tile channel={channel()} />
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
