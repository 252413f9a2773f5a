import { channelOf, hrefOf, setNotice, store, unread } from '../app'
import { Menu, type MenuItem } from '../parts/menu'
import { keyOfRoute } from '../routes/route'
import { policyOf } from '../store/conversations'
import { mayMove, mayResolve, maySubscribe } from '../store/may-act'
import { labelOf } from '../base/labels'
import { markConversationRead } from '../base/mark-conversation-read'
import {
  FOLLOWED,
  INHERIT,
  isResolved,
  MUTED,
  setChannelProperty,
  setTopicPolicy,
  subscribe,
  toggleResolved,
  unsubscribe,
  UNMUTED,
} from '../base/topic-actions'
import { isTopicMuted } from '../../client-state/unread-counts'
import { words as general } from '../words/en'
import { overlayWords as words } from '../words/en-overlays'
import { settingsWords } from '../words/en-settings'
import { openOverlay, type Overlay } from '../base/overlay'

type MenuOverlay = Extract<Overlay, { kind: 'viewMenu' }>

/** The actions of a topic, a channel, a direct conversation or another view. */
export function ViewMenu(props: { overlay: MenuOverlay; close: () => void }) {
  const { route, anchor } = props.overlay
  const groups = () => {
    if ('stream_id' in route && channelOf(route.stream_id) === undefined) return [[copyItem(route)]]
    if ('stream_id' in route && channelOf(route.stream_id).is_archived === true)
      return [commonItems(route), aboutItems(route.stream_id)]
    if (route.view === 'topic') return [topicItems(route), commonItems(route), channelItems(route.stream_id)]
    if (route.view === 'channel') return [commonItems(route), channelItems(route.stream_id)]
    if (route.view === 'direct') return [commonItems(route), directItems(route.user_ids)]
    return [commonItems(route)]
  }
  return <Menu label={words.viewActions} anchor={anchor} groups={groups()} close={props.close} />
}

function commonItems(route: MenuOverlay['route']): MenuItem[] {
  const ids = unread().byKey.get(keyOfRoute(route))?.ids ?? []
  return [
    ...(ids.length > 0 ? [{ label: words.markRead, run: () => markConversationRead(ids) }] : []),
    ...saveItem(route),
    { label: words.jumpToDate, run: () => openOverlay({ kind: 'date', route }) },
    copyItem(route),
  ]
}

const copyItem = (route: MenuOverlay['route']): MenuItem => ({
  label: words.copyLink,
  run: () => {
    navigator.clipboard
      .writeText(`${location.origin}/${hrefOf(route)}`)
      .then(() => setNotice({ text: general.linkCopied }))
      .catch(() => setNotice({ text: general.linkNotCopied }))
  },
})

/** Other views are always in the list of places. */
const saveItem = (route: MenuOverlay['route']): MenuItem[] =>
  route.view === 'topic' || route.view === 'channel' || route.view === 'direct'
    ? [{ label: settingsWords.saveView, run: () => openOverlay({ kind: 'saveView', route, name: labelOf(route) }) }]
    : []

function topicItems(route: Extract<MenuOverlay['route'], { view: 'topic' }>): MenuItem[] {
  const { stream_id, topic } = route
  const policy = policyOf(store.state, stream_id, topic)
  const isMuted = isTopicMuted(store.state, stream_id, topic)
  const channel = channelOf(stream_id)
  const unmuted = channel?.is_muted ? UNMUTED : INHERIT
  return [
    {
      label: words.follow,
      isChecked: policy === FOLLOWED,
      run: () => setTopicPolicy(route, policy === FOLLOWED ? INHERIT : FOLLOWED),
    },
    {
      label: words.mute,
      isChecked: isMuted,
      run: () => setTopicPolicy(route, isMuted ? unmuted : MUTED),
    },
    ...(topic === '' || !mayResolve(store.state, channel)
      ? []
      : [
          {
            label: isResolved(topic) ? words.unresolve : words.resolve,
            run: () => void toggleResolved({ stream_id, topic }),
          },
        ]),
    ...(mayMove(store.state, channel)
      ? [{ label: words.rename, run: () => openOverlay({ kind: 'move', topic: { view: 'topic', stream_id, topic } }) }]
      : []),
  ]
}

const aboutItems = (stream_id: number): MenuItem[] => [
  {
    label: words.aboutChannel,
    run: () => openOverlay({ kind: 'card', card: { card: 'channel', id: stream_id } }),
  },
  { label: words.allTopics, key: 'y', run: () => openOverlay({ kind: 'topics', stream_id }) },
]

function channelItems(stream_id: number): MenuItem[] {
  const subscription = store.state.subscriptions.find((row: { stream_id: number }) => row.stream_id === stream_id)
  const about = aboutItems(stream_id)
  if (subscription === undefined)
    return maySubscribe(store.state, channelOf(stream_id))
      ? [...about, { label: words.subscribe, run: () => void subscribe(stream_id) }]
      : about
  const { is_muted, pin_to_top } = subscription
  return [
    ...about,
    {
      label: words.muteChannel,
      isChecked: is_muted,
      run: () => setChannelProperty(stream_id, 'is_muted', !is_muted),
    },
    {
      label: words.pinChannel,
      isChecked: pin_to_top,
      run: () => setChannelProperty(stream_id, 'pin_to_top', !pin_to_top),
    },
    { label: words.unsubscribe, run: () => void unsubscribe(stream_id) },
  ]
}

const directItems = (user_ids: number[]): MenuItem[] =>
  user_ids.slice(0, 1).map((id) => ({
    label: words.aboutPerson,
    run: () => openOverlay({ kind: 'card', card: { card: 'user', id } }),
  }))
