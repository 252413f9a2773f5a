import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import type { Event } from '../../client-state/wire'
import { Avatar } from '../parts/avatar'
import { openOverlay } from '../base/overlay'
import { emojiNamed, loadNamesFor } from '../parts/emoji-named'
import { excerptText } from '../parts/excerpt'
import { textOfHtml } from '../parts/html-text'
import { EmptyList } from '../list/list-states'
import { Icon } from '../parts/icon'
import { Sign } from '../parts/sign'
import { shortTime } from '../parts/time'
import { afterEvent, recentOf, withArrivals, type ListedConversation, type Recent } from '../store/recent-conversations'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { Count } from './inbox'
import { directName, topicName } from '../base/labels'
import './recent.css'

const MAX_SENDERS = 4
const MAX_CHARACTERS = 160

/** The conversations that the server lists, with what events brought since. */
function createFetched(client: Client, isActive: () => boolean) {
  const { ask, onEvents, registrations, report, store } = client
  const [fetched, setFetched] = createSignal<readonly Recent[]>([])
  /** Undefined: the server has not answered. */
  const [isComplete, setComplete] = createSignal<boolean>()

  async function fetchAll(): Promise<void> {
    try {
      const answer = await ask('GET /parley/recent_conversations', { allow_empty_topic_name: true })
      const listed: Recent[] = answer.conversations.map((row: ListedConversation) => listedConversation(client, row))
      for (const { excerpt } of listed) loadNamesFor(client, excerpt)
      setFetched((before) => withArrivals(listed, before))
      setComplete(answer.is_complete)
    } catch (error) {
      report(error)
    }
  }
  // A view that is not active catches up when the user opens it.
  createEffect(
    on([isActive, registrations], ([isOpen]) => {
      if (isOpen) void fetchAll()
    }),
  )
  // Events change the list. They cause no request: each client of a channel would send it for each message.
  const receive = (events: readonly Event[]) =>
    setFetched((before) => events.reduce((list, event) => afterEvent(list, event, store.state.user_id), before))
  onEvents.add(receive)
  onCleanup(() => onEvents.delete(receive))
  return { fetched, isComplete }
}

/** The conversations with the newest messages, read or not. `onlyDirect`: direct conversations only. */
export function RecentView(props: { isActive: boolean; onlyDirect: boolean }) {
  const client = useClient()
  const { channelOf, keys, unread } = client
  let list!: HTMLDivElement
  const { fetched, isComplete } = createFetched(client, () => props.isActive)
  const [onlyUnread, setOnlyUnread] = createSignal(false)
  const conversations = createMemo(() => {
    if (props.onlyDirect)
      return withOlder(
        client,
        fetched().filter(({ route }) => route.view === 'direct'),
      )
    // In archived channels nothing goes on.
    return fetched().filter(({ route }) => route.view === 'direct' || channelOf(route.stream_id)?.is_archived === false)
  })
  const byKey = createMemo(() => new Map(conversations().map((entry) => [entry.key, entry])))
  const visible = createMemo(() =>
    onlyUnread() ? conversations().filter(({ key }) => unread().byKey.has(key)) : conversations(),
  )

  const links = () => [...list.querySelectorAll<HTMLAnchorElement>('a.conv')]
  const step = (by: 1 | -1) => () => {
    if (!props.isActive) return false
    const at = links().findIndex((link) => link === document.activeElement)
    links()[at === -1 ? 0 : at + by]?.focus()
    return true
  }
  onCleanup(keys.handle({ down: step(1), up: step(-1) }))

  return (
    <section class="layer" classList={{ parked: !props.isActive }}>
      <header class="head">
        <h1>{props.onlyDirect ? words.directMessages : words.recent}</h1>
        <p />
        <Show when={props.onlyDirect}>
          <button class="act" onClick={() => openOverlay(client, { kind: 'newMessage', toPeople: true })}>
            <Icon name="write" />
            <span class="word">{words.composer.newMessage}</span>
          </button>
        </Show>
        <button class="act" aria-pressed={onlyUnread()} onClick={() => setOnlyUnread(!onlyUnread())}>
          {laterWords.onlyUnread}
        </button>
      </header>
      <div class="inbox recent" classList={{ 'only-direct': props.onlyDirect }} ref={list}>
        <For each={visible().map(({ key }) => key)}>
          {(key) => <Show when={byKey().get(key)}>{(entry) => <Entry entry={entry()} />}</Show>}
        </For>
        <Show when={visible().length === 0 && isComplete() !== undefined}>
          <EmptyList text={words.emptyView} />
        </Show>
        <Show when={isComplete() === false && !onlyUnread() && !props.onlyDirect}>
          <p class="empty">{laterWords.olderConversations}</p>
        </Show>
      </div>
    </section>
  )
}

/** Adds the direct conversations that are older than what the server lists. Their text is not known. */
function withOlder(client: Client, listed: readonly Recent[]): Recent[] {
  client.watch('direct')
  const keys = new Set(listed.map(({ key }) => key))
  const all = client.store.state.recent_private_conversations ?? []
  const older = all.map(({ user_ids, max_message_id }) =>
    listedConversation(client, {
      user_ids,
      max_message_id,
      sender_id: 0,
      timestamp: 0,
      excerpt: '',
      sender_ids: user_ids,
    }),
  )
  return [...listed, ...older.filter(({ key }) => !keys.has(key))]
}

const listedConversation = ({ store }: Client, row: ListedConversation): Recent => recentOf(row, store.state.user_id)

const textOf = (client: Client, { html, excerpt }: Recent): string =>
  html === undefined
    ? excerptText(excerpt, (name) => emojiNamed(client, name)?.glyph || undefined)
    : textOfHtml(html, MAX_CHARACTERS).replace(/^\/me /, '')

function Entry(props: { entry: Recent }) {
  const client = useClient()
  const { hrefOf, names, unread } = client
  const { route, key } = props.entry
  const entry = () => unread().byKey.get(key)
  return (
    <a class="conv" href={hrefOf(route)} classList={{ read: entry() === undefined }}>
      <Sign route={route} />
      <span class="t">
        <span class="name" dir="auto">
          {route.view === 'topic' ? topicName(client, route.topic) : directName(client, route.user_ids)}
        </span>
        <span class="ch">{route.view === 'topic' ? `# ${names.channel(route.stream_id)}` : words.directMessage}</span>
        <Count count={entry()?.ids.length ?? 0} mentions={entry()?.mentions ?? 0} />
      </span>
      <span class="senders" aria-hidden="true">
        <For each={props.entry.sender_ids.slice(0, MAX_SENDERS)}>{(user_id) => <Avatar user_id={user_id} />}</For>
      </span>
      <Show when={props.entry.timestamp > 0}>
        <p dir="auto">
          <b>{names.user(props.entry.sender_id)}</b> {textOf(client, props.entry)}
        </p>
        <time>{shortTime(props.entry.timestamp)}</time>
      </Show>
    </a>
  )
}
