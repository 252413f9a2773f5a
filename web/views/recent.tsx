import { createEffect, createMemo, createSignal, For, on, onCleanup, Show } from 'solid-js'
import { channelOf, hrefOf, keys, names, report, store, unread } from '../app'
import { Avatar } from '../parts/avatar'
import { textOfHtml } from '../parts/html-text'
import { shortTime } from '../parts/time'
import type { Message } from '../store/messages'
import { recentConversations, type RecentConversation } from '../store/recent'
import { ask } from '../wire/requests'
import { words } from '../words/en'
import { Count } from './inbox'
import { directName, topicName } from './labels'
import { watch } from './watched'
import './recent.css'

const PAGE = 300

/** The conversations with the newest messages, read or not. */
export function RecentView(props: { isActive: boolean }) {
  let list!: HTMLDivElement
  const [messages, setMessages] = createSignal<Message[]>([])
  const [foundOldest, setFoundOldest] = createSignal(true)
  const [onlyUnread, setOnlyUnread] = createSignal(false)
  // The client has no archived channels, so it cannot show their conversations.
  const conversations = createMemo(() =>
    recentConversations(messages(), store.state.user_id).filter(
      ({ route }) => route.view === 'direct' || channelOf(route.stream_id) !== undefined,
    ),
  )
  const byKey = createMemo(() => new Map(conversations().map((entry) => [entry.key, entry])))
  const visible = createMemo(() =>
    onlyUnread() ? conversations().filter(({ key }) => unread().byKey.has(key)) : conversations(),
  )

  async function fetchPage(before: Message[]) {
    try {
      const page = await ask('GET /messages', {
        narrow: [{ operator: 'in', operand: 'home' }],
        anchor: before.at(0)?.id ?? 'newest',
        include_anchor: before.length === 0,
        num_before: PAGE,
        num_after: 0,
        client_gravatar: false,
        allow_empty_topic_name: true,
      })
      setMessages([...page.messages, ...before])
      setFoundOldest(page.found_oldest)
    } catch (error) {
      report(error)
    }
  }
  // A view that is not active catches up when the user opens it.
  createEffect(
    on([() => props.isActive, () => newestKnown()], ([isActive]) => {
      if (isActive) void fetchPage([])
    }),
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
    <section class="layer" classList={{ parked: !props.isActive }} inert={!props.isActive}>
      <header class="head">
        <h1>{words.recent}</h1>
        <p />
        <button class="act" aria-pressed={onlyUnread()} onClick={() => setOnlyUnread(!onlyUnread())}>
          {words.onlyUnread}
        </button>
      </header>
      <div class="inbox recent" ref={list}>
        <For each={visible().map(({ key }) => key)}>
          {(key) => <Show when={byKey().get(key)}>{(entry) => <Entry entry={entry()} />}</Show>}
        </For>
        <Show when={visible().length === 0}>
          <p class="empty">{words.emptyView}</p>
        </Show>
        <Show when={!foundOldest()}>
          <button class="act" onClick={() => void fetchPage(messages())}>
            {words.showOlder}
          </button>
        </Show>
      </div>
    </section>
  )
}

function newestKnown(): number {
  watch('unread')
  return store.state.max_message_id ?? 0
}

function Entry(props: { entry: RecentConversation }) {
  const { route, key } = props.entry
  const newest = () => props.entry.newest
  const entry = () => unread().byKey.get(key)
  return (
    <a class="conv" href={hrefOf(route)} classList={{ read: entry() === undefined }}>
      <span class="t">
        <span class="name" dir="auto">
          {route.view === 'topic' ? topicName(route.topic) : directName(route.user_ids)}
        </span>
        <span class="ch">{route.view === 'topic' ? `# ${names.channel(route.stream_id)}` : words.directMessage}</span>
        <Count count={entry()?.ids.length ?? 0} mentions={entry()?.mentions ?? 0} />
      </span>
      <span class="senders" aria-hidden="true">
        <For each={props.entry.senders}>{(user_id) => <Avatar user_id={user_id} />}</For>
      </span>
      <p dir="auto">
        <b>{names.user(newest().sender_id)}</b> {textOfHtml(newest().content, 160)}
      </p>
      <time>{shortTime(newest().timestamp)}</time>
    </a>
  )
}
