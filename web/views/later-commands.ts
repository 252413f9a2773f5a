import type { Client } from '../client/client'
import { isTopicMuted } from '../../client-state/unread-counts'
import type { LaterCommand } from '../keys/keymap'
import { PICTURES } from '../html/pictures'
import { openOverlay } from '../base/overlay'
import { parseRoute, type Route } from '../routes/route'
import { channelsInOrder, inReadingOrder } from '../store/conversations'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { INHERIT, MUTED, setTopicPolicy } from '../base/topic-policy'
import { writeTo } from '../base/write-to'

/** Commands that few users need in the first seconds. */
export const laterCommands = (client: Client): Record<LaterCommand, () => void> => ({
  newTopic() {
    const at = client.route()
    if (at.view === 'channel' || at.view === 'topic') writeTo(client, { view: 'channel', stream_id: at.stream_id })
    else openOverlay(client, { kind: 'newMessage' })
  },
  newDirect: () => openOverlay(client, { kind: 'newMessage', toPeople: true }),
  channelOrTopic() {
    const at = client.route()
    if (at.view === 'topic') client.go({ view: 'channel', stream_id: at.stream_id })
  },
  topics() {
    const at = client.route()
    if (at.view === 'channel' || at.view === 'topic') openOverlay(client, { kind: 'topics', stream_id: at.stream_id })
  },
  directMessages: () => client.go({ view: 'direct-messages' }),
  nextFollowed: () =>
    openNeighbour(
      client,
      waiting(client, ({ isFollowed }) => isFollowed),
      1,
    ),
  previousChannel: () => openNeighbour(client, channels(client), -1),
  nextChannel: () => openNeighbour(client, channels(client), 1),
  previousConversation: () => openNeighbour(client, placesInRail(client), -1),
  nextConversation: () => openNeighbour(client, placesInRail(client), 1),
  previousUnread: () =>
    openNeighbour(
      client,
      waiting(client, () => true),
      -1,
    ),
  followingUnread: () =>
    openNeighbour(
      client,
      waiting(client, () => true),
      1,
    ),
  muteTopic() {
    const at = client.route()
    if (at.view !== 'topic') return
    setTopicPolicy(client, at, isTopicMuted(client.store.state, at.stream_id, at.topic) ? INHERIT : MUTED)
  },
  pictures() {
    const pictures = client.environment.root.querySelectorAll<HTMLElement>(
      `.layer:not(.parked) article.msg :is(${PICTURES})`,
    )
    const newest = pictures[pictures.length - 1]
    if (newest === undefined) client.setNotice({ text: laterWords.noPictures })
    else newest.click()
  },
  status: () => openOverlay(client, { kind: 'status' }),
})

type Waiting = ReturnType<Client['unread']>['conversations'][number]

const waiting = ({ store, unread }: Client, isWanted: (conversation: Waiting) => boolean): Route[] =>
  inReadingOrder(store.state, unread().conversations)
    .filter(isWanted)
    .map((conversation) => conversation.route)

const channels = ({ store }: Client): Route[] =>
  channelsInOrder(store.state).map(({ stream_id }) => ({ view: 'channel', stream_id }))

/** The direct conversations, channels and topics in the order in which the rail shows them. */
function placesInRail({ environment }: Client): Route[] {
  const links = [...environment.root.querySelectorAll<HTMLAnchorElement>('.rail a[href^="#narrow"]')]
  return links.flatMap((link) => {
    const to = parseRoute(link.getAttribute('href') ?? '')
    return to?.view === 'direct' || to?.view === 'channel' || to?.view === 'topic' ? [to] : []
  })
}

/** Opens the place before or after the open one, or the first one. After the last comes the first. */
function openNeighbour({ go, isAt, route, setNotice }: Client, places: Route[], by: 1 | -1): void {
  const open = route()
  const exact = places.findIndex((place) => isAt(place))
  const at = exact === -1 ? places.findIndex((place) => isChannelOf(place, open)) : exact
  const next = at === -1 ? places.at(by === 1 ? 0 : -1) : places[(at + by + places.length) % places.length]
  if (next === undefined || isAt(next)) setNotice({ text: words.allRead })
  else go(next)
}

const isChannelOf = (place: Route, open: Route) =>
  place.view === 'channel' && open.view === 'topic' && place.stream_id === open.stream_id
