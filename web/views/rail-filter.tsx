import { createMemo, createSignal, For, Show } from 'solid-js'
import { directName, labelOf, topicName } from '../base/labels'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import { keyOfRoute, type Route } from '../routes/route'
import { bestMatches, foldedName } from '../store/best-matches'
import { channelsInOrder, directConversation, type Conversation } from '../store/conversations'
import { laterWords } from '../words/en-later'
import { Count, Sign } from './inbox'
import './rail-filter.css'

const MAX_FOUND = 50

type Found = { route: Route; name: string; sign: Conversation | undefined; count: number; mentions: number }

/** A field that shows only the places of the rail whose name matches, also those of folded sections. */
export function RailFilter() {
  const client = useClient()
  const [text, setText] = createSignal('')
  const [isOpen, setOpen] = createSignal(false)
  const all = createMemo(() => (isOpen() ? placesOf(client) : []))
  const found = createMemo(() =>
    text().trim() === '' ? [] : bestMatches(all(), text(), { nameOf: ({ name }) => foldedName(name), most: MAX_FOUND }),
  )
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
      classList={{ closed: !isOpen(), filters: text().trim() !== '' }}
      ref={frame}
      onKeyDown={press}
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
        <For each={found()}>{(place) => <FoundRow place={place} left={close} />}</For>
        <p class="empty" role="status">
          {text().trim() !== '' && found().length === 0 ? laterWords.rail.nothing : ''}
        </p>
      </Show>
    </div>
  )
}

function FoundRow(props: { place: Found; left: () => void }) {
  const { hrefOf, isAt } = useClient()
  const { route, name, sign, count, mentions } = props.place
  return (
    <a
      class="row"
      classList={{ unread: count > 0 }}
      href={hrefOf(route)}
      aria-current={isAt(route) ? 'page' : undefined}
      onClick={() => queueMicrotask(() => props.left())}
    >
      <Show when={sign} fallback={<Icon name="feed" />}>
        {(of) => <Sign route={of()} />}
      </Show>
      <span class="name" dir="auto">
        {name}
      </span>
      <Count count={count} mentions={mentions} />
    </a>
  )
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
  const { store, unread } = client
  for (const part of ['channels', 'direct', 'people'] as const) client.watch(part)
  const { byKey, byChannel, conversations } = unread()
  const { recent_private_conversations: recent = [], user_id } = store.state
  const directs = new Map<string, Conversation>()
  for (const { route } of conversations) if (route.view === 'direct') directs.set(keyOfRoute(route), route)
  for (const { user_ids } of recent) {
    const route = directConversation(user_ids, user_id)
    directs.set(keyOfRoute(route), route)
  }
  const counted = (route: Route) => ({
    count: byKey.get(keyOfRoute(route))?.ids.length ?? 0,
    mentions: byKey.get(keyOfRoute(route))?.mentions ?? 0,
  })
  const channels = channelsInOrder(store.state).map(({ stream_id, name }): Found => {
    const counts = byChannel.get(stream_id)
    const sign: Conversation = { view: 'topic', stream_id, topic: '' }
    const route: Route = { view: 'channel', stream_id }
    return { route, name, sign, count: counts?.count ?? 0, mentions: counts?.mentions ?? 0 }
  })
  const topics = conversations.flatMap(({ route }): Found[] =>
    route.view === 'topic' ? [{ route, name: topicName(client, route.topic), sign: route, ...counted(route) }] : [],
  )
  const people = [...directs.values()].flatMap((route): Found[] =>
    route.view === 'direct'
      ? [{ route, name: directName(client, route.user_ids), sign: route, ...counted(route) }]
      : [],
  )
  const views = VIEWS.map((route): Found => ({
    route,
    name: labelOf(client, route),
    sign: undefined,
    count: 0,
    mentions: 0,
  }))
  return [...views, ...people, ...channels, ...topics]
}
