import { createMemo, createSignal, For, Show } from 'solid-js'
import { labelOf, topicName } from '../base/labels'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import { keyOfRoute, type Route } from '../routes/route'
import { bestMatches, foldedName } from '../store/best-matches'
import { channelsInOrder, directConversation } from '../store/conversations'
import { laterWords } from '../words/en-later'
import { PlaceLink } from './place-link'
import './rail-filter.css'

const MAX_FOUND = 50

type Found = { route: Route; name: string; count: number; mentions: number }

/** A field that shows only the places of the rail whose name matches, also those of folded sections. */
export function RailFilter() {
  const client = useClient()
  const [text, setText] = createSignal('')
  const [isOpen, setOpen] = createSignal(false)
  const isFiltered = () => text().trim() !== ''
  const all = createMemo(() => (isOpen() ? placesOf(client) : []))
  const nameOf = ({ name }: Found) => foldedName(name)
  const found = createMemo(() => (isFiltered() ? bestMatches(all(), text(), { nameOf, most: MAX_FOUND }) : []))
  let frame!: HTMLDivElement
  function close() {
    setText('')
    setOpen(false)
    frame.querySelector('button')?.focus()
  }
  function press(event: KeyboardEvent) {
    const rows = [...frame.querySelectorAll<HTMLElement>('a.row')]
    const at = rows.findIndex((row) => row === document.activeElement)
    if (event.key === 'Escape') close()
    else if (event.key === 'ArrowDown') rows[at + 1]?.focus()
    else if (event.key === 'ArrowUp') (rows[at - 1] ?? frame.querySelector('input'))?.focus()
    else if (event.key === 'Enter' && at === -1) rows[0]?.click()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      class="rail-filter"
      classList={{ closed: !isOpen(), filters: isFiltered() }}
      ref={frame}
      onKeyDown={press}
      onClick={({ target }) => target.closest('a.row') && queueMicrotask(close)}
    >
      <Show
        when={isOpen()}
        fallback={
          <button class="ib" aria-label={laterWords.rail.filter} onClick={() => setOpen(true)}>
            <Icon name="filter" />
          </button>
        }
      >
        <input
          type="search"
          aria-label={laterWords.rail.filter}
          placeholder={laterWords.rail.filter}
          ref={(field) => queueMicrotask(() => field.focus())}
          value={text()}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
          onBlur={() => text() === '' && setOpen(false)}
        />
        <For each={found()}>{(place) => <FoundLink place={place} />}</For>
        <p class="empty" role="status">
          {isFiltered() && found().length === 0 ? laterWords.rail.nothing : ''}
        </p>
      </Show>
    </div>
  )
}

const FoundLink = (props: { place: Found }) => {
  const { route, name, count, mentions } = props.place
  return <PlaceLink route={route} name={name} count={count} mentions={mentions} />
}

const VIEWS: Route[] = [
  { view: 'inbox' },
  { view: 'mentions' },
  { view: 'recent' },
  { view: 'drafts' },
  { view: 'feed' },
  { view: 'starred' },
  { view: 'scheduled' },
]

/** Returns the places of the rail: views, direct conversations, channels, and topics with unread messages. */
function placesOf(client: Client): Found[] {
  const { names, store, unread } = client
  for (const part of ['channels', 'direct', 'people'] as const) client.watch(part)
  const { byKey, byChannel, conversations } = unread()
  const { recent_private_conversations: recent = [], user_id } = store.state
  const isDirect = ({ view }: Route) => view === 'direct'
  const unreadPlaces = conversations.map(({ route }) => route)
  const people = [
    ...unreadPlaces.filter(isDirect),
    ...recent.map(({ user_ids }) => directConversation(user_ids, user_id)),
  ]
  const nameOf = (route: Route) => {
    if (route.view === 'topic') return topicName(client, route.topic)
    return route.view === 'channel' ? names.channel(route.stream_id) : labelOf(client, route)
  }
  const countsOf = (route: Route) => {
    if (route.view === 'channel') return byChannel.get(route.stream_id)
    const entry = byKey.get(keyOfRoute(route))
    return entry && { count: entry.ids.length, mentions: entry.mentions }
  }
  return [
    ...VIEWS,
    ...new Map(people.map((route) => [keyOfRoute(route), route])).values(),
    ...channelsInOrder(store.state).map(({ stream_id }): Route => ({ view: 'channel', stream_id })),
    ...unreadPlaces.filter((route) => !isDirect(route)),
  ].map((route) => ({ route, name: nameOf(route), count: 0, mentions: 0, ...countsOf(route) }))
}
