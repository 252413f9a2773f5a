import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Menu, type MenuItem } from '../parts/menu'
import { keyOfRoute, type Route } from '../routes/route'
import { policyOf } from '../store/conversations'
import { mayAskModel } from '../store/may-ask-model'
import { mayMove, mayResolve, maySubscribe } from '../store/may-act'
import { labelOf } from '../base/labels'
import { markConversationRead } from '../base/mark-conversation-read'
import { FOLLOWED, INHERIT, MUTED, setTopicPolicy, UNMUTED } from '../base/topic-policy'
import { isResolved, toggleResolved } from '../base/resolve-topic'
import { setChannelProperty, subscribe, unsubscribe } from '../base/channel-actions'
import { isTopicMuted } from '../../client-state/unread-counts'
import { overlayWords as words } from '../words/en-overlays'
import { isWide, openBeside } from '../base/beside'
import { movableOf, moveTo, placeOf } from '../base/own-moves'
import { openOverlay, type Overlay, type SummarizedPlace } from '../base/overlay'
import { searchIn } from '../base/search-in'
import { nameOfKey } from '../keys/key-names'
import { opensBeside } from '../routes/second-pane'
import { assistWords } from '../words/en-assist'
import { laterWords } from '../words/en-later'
import { copyAddress } from './copy-address'

type MenuOverlay = Extract<Overlay, { kind: 'viewMenu' }>

/** The actions of a topic, a channel, a direct conversation or another view. */
export function ViewMenu(props: { overlay: MenuOverlay; close: () => void }) {
  const client = useClient()
  const { route, anchor } = props.overlay
  const groups = [...(route ? viewActions(client, route) : []), moveItems(client, anchor)]
  return (
    <Menu
      label={words.viewActions}
      anchor={anchor}
      groups={groups.filter(({ length }) => length > 0)}
      close={props.close}
    />
  )
}

/** Returns what the user can do with a view. */
export function viewActions(client: Client, route: Route): MenuItem[][] {
  const { channelOf } = client
  if ('stream_id' in route && channelOf(route.stream_id) === undefined) return [[copyItem(client, route)]]
  if ('stream_id' in route && channelOf(route.stream_id)?.is_archived)
    return [commonItems(client, route), aboutItems(client, route)]
  if (route.view === 'topic')
    return [topicItems(client, route), commonItems(client, route), channelItems(client, route)]
  if (route.view === 'channel') return [commonItems(client, route), channelItems(client, route)]
  if (route.view === 'direct') return [commonItems(client, route), directItems(client, route.user_ids)]
  return [commonItems(client, route)]
}

function commonItems(client: Client, route: Route): MenuItem[] {
  const ids = client.unread().byKey.get(keyOfRoute(route))?.ids ?? []
  return [
    ...(ids.length > 0
      ? [{ icon: 'done' as const, label: words.markRead, run: () => markConversationRead(client, ids) }]
      : []),
    ...besideItem(client, route),
    ...conversationItems(client, route),
    ...summaryItem(client, route, ids.length > 0),
    { icon: 'later', label: words.jumpToDate, run: () => openOverlay(client, { kind: 'date', route }) },
    copyItem(client, route),
  ]
}

/** A model summarizes a conversation, and from the inbox all that is unread. */
function summaryItem(client: Client, route: Route, hasUnread: boolean): MenuItem[] {
  if (!mayAskModel(client.store.state)) return []
  const item = (label: string, place: SummarizedPlace, name: string): MenuItem[] => [
    { icon: 'bot', label, run: () => openOverlay(client, { kind: 'summary', place, name, hasUnread }) },
  ]
  if (route.view === 'inbox') return item(assistWords.summarizeUnread, {}, assistWords.summarizeUnread)
  const name = `${assistWords.summarize}: ${labelOf(client, route)}`
  if (route.view === 'topic')
    return item(assistWords.summarize, { stream_id: route.stream_id, topic: route.topic }, name)
  if (route.view === 'direct') return item(assistWords.summarize, { user_ids: route.user_ids }, name)
  return []
}

const copyItem = (client: Client, route: Route): MenuItem => ({
  icon: 'link',
  label: words.copyLink,
  run: () => void copyAddress(client, route),
})

/** What is pinned and sections of the rail move with keys, by a pointer, and with this menu. */
function moveItems(client: Client, anchor: HTMLElement): MenuItem[] {
  const element = movableOf(anchor)
  if (element === undefined) return []
  const { at, count } = placeOf(client, element)
  const item = (label: string, by: 1 | -1, arrow: string): MenuItem[] =>
    at + by < 0 || at + by >= count
      ? []
      : [{ label, key: nameOfKey(`Ctrl-Shift-${arrow}`), run: () => moveTo(client, element, at + by) }]
  return [...item(laterWords.rail.up, -1, 'ArrowUp'), ...item(laterWords.rail.down, 1, 'ArrowDown')]
}

/** A narrow window has no second pane. What is in it already has another way out. */
const besideItem = (client: Client, route: Route): MenuItem[] =>
  client.headActs === undefined && isWide() && opensBeside(route)
    ? [
        {
          icon: 'pane',
          label: laterWords.pane.open,
          key: nameOfKey('Ctrl-Enter'),
          run: () => openBeside(client, route),
        },
      ]
    : []

/** Other views are always in the list of places, and have a search of their own. */
const conversationItems = (client: Client, route: Route): MenuItem[] =>
  route.view === 'topic' || route.view === 'channel' || route.view === 'direct'
    ? [
        {
          icon: 'search',
          label: words.head.search,
          run() {
            searchIn(client, route)
            openBeside(client, { view: 'search', terms: [] })
          },
        },
        {
          icon: 'star',
          label: words.saveView,
          run: () => openOverlay(client, { kind: 'saveView', route, name: labelOf(client, route) }),
        },
      ]
    : []

function topicItems(client: Client, route: Extract<Route, { view: 'topic' }>): MenuItem[] {
  const { stream_id, topic } = route
  const policy = policyOf(client.store.state, stream_id, topic)
  const isMuted = isTopicMuted(client.store.state, stream_id, topic)
  const channel = client.channelOf(stream_id)
  const unmuted = client.store.state.subscriptions.get(stream_id)?.is_muted ? UNMUTED : INHERIT
  return [
    {
      icon: 'follow',
      label: words.follow,
      isChecked: policy === FOLLOWED,
      run: () => setTopicPolicy(client, route, policy === FOLLOWED ? INHERIT : FOLLOWED),
    },
    {
      icon: 'mute',
      label: words.mute,
      isChecked: isMuted,
      run: () => setTopicPolicy(client, route, isMuted ? unmuted : MUTED),
    },
    ...(topic === '' || !mayResolve(client.store.state, channel)
      ? []
      : [
          {
            icon: 'resolve' as const,
            label: isResolved(topic) ? words.unresolve : words.resolve,
            run: () => void toggleResolved(client, { stream_id, topic }),
          },
        ]),
    ...(mayMove(client.store.state, channel)
      ? [
          {
            icon: 'move' as const,
            label: words.rename,
            run: () => openOverlay(client, { kind: 'move', topic: { view: 'topic', stream_id, topic } }),
          },
        ]
      : []),
  ]
}

type Place = Extract<Route, { stream_id: number }>

const aboutItems = (client: Client, { stream_id, ...place }: Place): MenuItem[] => [
  {
    icon: 'channels',
    label: words.aboutChannel,
    run: () => openOverlay(client, { kind: 'card', card: { card: 'channel', id: stream_id } }),
  },
  { icon: 'topic', label: words.allTopics, key: 'y', run: () => openOverlay(client, { kind: 'topics', stream_id }) },
  ...(
    [
      ['pins', 'pin'],
      ['files', 'file'],
    ] as const
  ).map(([kind, icon]) => ({
    icon,
    label: words[kind].title,
    run: () =>
      openOverlay(client, { kind, place: place.view === 'topic' ? { stream_id, topic: place.topic } : { stream_id } }),
  })),
]

function channelItems(client: Client, place: Place): MenuItem[] {
  const { stream_id } = place
  const subscription = client.store.state.subscriptions.find((row) => row.stream_id === stream_id)
  const about = aboutItems(client, place)
  const channel = client.channelOf(stream_id)
  if (subscription === undefined)
    return channel !== undefined && maySubscribe(client.store.state, channel)
      ? [...about, { icon: 'add', label: words.subscribe, run: () => void subscribe(client, stream_id) }]
      : about
  const { is_muted, pin_to_top } = subscription
  return [
    ...about,
    {
      icon: 'mute',
      label: words.muteChannel,
      isChecked: is_muted,
      run: () => setChannelProperty(client, stream_id, 'is_muted', !is_muted),
    },
    {
      icon: 'pin',
      label: words.pinChannel,
      isChecked: pin_to_top,
      run: () => setChannelProperty(client, stream_id, 'pin_to_top', !pin_to_top),
    },
    { icon: 'leave', label: words.unsubscribe, run: () => void unsubscribe(client, stream_id) },
  ]
}

const directItems = (client: Client, user_ids: number[]): MenuItem[] =>
  user_ids.slice(0, 1).map((id) => ({
    icon: 'person',
    label: words.aboutPerson,
    run: () => openOverlay(client, { kind: 'card', card: { card: 'user', id } }),
  }))
