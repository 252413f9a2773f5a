import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { inReadingOrder, type UnreadConversation } from '../store/conversations'
import { isGuided } from '../store/onboarding'
import { textOfHtml } from '../parts/html-text'
import { lazyView } from '../parts/lazy'
import { shortTime } from '../parts/time'
import type { Message } from '../store/messages'
import { words } from '../words/en'
import { directName, topicName } from '../base/labels'
import { handleInboxKeys } from './inbox-keys'
import { createTriage, type Triage } from './triage'
import './inbox.css'

const KEYS: [keys: string, name: keyof typeof words.inboxKeys][] = [
  ['j k', 'move'],
  ['Enter', 'open'],
  ['e', 'done'],
  ['u', 'keep'],
  ['m', 'mute'],
  ['f', 'follow'],
  ['z', 'undo'],
  ['n', 'next'],
]

const FirstTasks = lazyView(async () => (await import('../parts/first-tasks')).FirstTasks)

const isGuidedNow = ({ store, watch }: Client) => {
  watch('steps')
  return isGuided(store.state)
}

const MAX_PREVIEWS = 200
const ROWS_AT_ONCE = 100

const KINDS = ['first', 'followed', 'channels', 'kept'] as const
type Kind = (typeof KINDS)[number]

/** All conversations with unread messages. Keys open them, or mark them as read. */
export function InboxView(props: { isActive: boolean }) {
  const client = useClient()
  const { store, unread, watch } = client
  let list!: HTMLDivElement
  const isActive = () => props.isActive

  const entries = createMemo(() => {
    watch('channels')
    return inReadingOrder(store.state, unread().conversations)
  })
  const triage = createTriage(client, entries)
  const byKey = createMemo(() => new Map(entries().map((entry) => [entry.key, entry])))
  // Rows are drawn by key, so that a row keeps its element and the focus while the others come and go.
  const [most, setMost] = createSignal(ROWS_AT_ONCE)
  const keysOf = (kind: Kind) =>
    entries()
      .slice(0, most())
      .flatMap((entry) => (kindOf(triage, entry) === kind ? [entry.key] : []))

  const previews = createPreviews(client, { entries, isActive, decided: triage.decided })
  handleInboxKeys(client, { list: () => list, entries, isActive, triage })

  return (
    <section class="layer" classList={{ parked: !props.isActive }} inert={!props.isActive}>
      <header class="head">
        <h1>{words.inbox}</h1>
        <p>{words.unreadIn(unread().total, entries().length)}</p>
      </header>
      <div class="inbox" ref={list}>
        <Show when={isGuidedNow(client)}>
          <FirstTasks />
        </Show>
        <For each={KINDS}>
          {(kind) => (
            <Show when={keysOf(kind).length > 0}>
              <h2>{words.inboxSections[kind]}</h2>
              <For each={keysOf(kind)}>
                {(key) => (
                  <Show when={byKey().get(key)}>
                    {(entry) => <ConversationRow entry={entry()} preview={previews().get(entry().ids.at(-1) ?? 0)} />}
                  </Show>
                )}
              </For>
            </Show>
          )}
        </For>
        <Show when={entries().length > most()}>
          <button class="act more" onClick={() => setMost(most() + ROWS_AT_ONCE)}>
            {words.moreConversations(entries().length - most())}
          </button>
        </Show>
        <Show when={entries().length === 0}>
          <p class="empty">
            {words.allRead} <a href="#feed">{words.openFeed}</a>
          </p>
        </Show>
      </div>
      <KeyLegend progress={triage.progress()} />
    </section>
  )
}

function kindOf(triage: Triage, entry: UnreadConversation): Kind {
  if (triage.isKept(entry)) return 'kept'
  if (entry.route.view === 'direct' || entry.mentions > 0) return 'first'
  return entry.isFollowed ? 'followed' : 'channels'
}

type PreviewsFrom = { entries: () => UnreadConversation[]; isActive: () => boolean; decided: () => number }

/** The newest message of each conversation, by its id. */
function createPreviews(client: Client, { entries, isActive, decided }: PreviewsFrom) {
  const { history, registrations, report, store } = client
  const [previews, setPreviews] = createSignal(new Map<number, Message>())
  const newest = createMemo(() =>
    entries()
      .slice(0, MAX_PREVIEWS)
      .map(({ ids }) => ids.at(-1) ?? 0),
  )
  const addPreviews = (messages: readonly Message[]) => {
    const found = new Map([...previews(), ...messages.map((message) => [message.id, message] as const)])
    setPreviews(new Map(newest().flatMap((id) => (found.has(id) ? [[id, found.get(id)!] as const] : []))))
  }
  // The store has a message that an event brought.
  createEffect(
    on(newest, (ids) => {
      const arrived = ids.flatMap((id) => (previews().has(id) ? [] : (store.messages.get(id) ?? [])))
      if (arrived.length > 0) addPreviews(arrived)
    }),
  )
  // The user opens the inbox, or decides about a conversation: a request has a limit, and the next ones follow. An event causes
  // no request: each client of a channel would send it for each message.
  createEffect(
    on([isActive, registrations, decided], ([isOpen]) => {
      const missing = newest().filter((id) => !previews().has(id))
      if (isOpen && missing.length > 0) history.byIds(missing).then(addPreviews).catch(report)
    }),
  )
  return previews
}

function KeyLegend(props: { progress: { decided: number; all: number } }) {
  return (
    <footer class="keys" aria-hidden="true">
      <For each={KEYS}>
        {([key, name]) => (
          <span>
            <kbd>{key}</kbd> {words.inboxKeys[name]}
          </span>
        )}
      </For>
      <span class="progress">{words.triage.progress(props.progress.decided, props.progress.all)}</span>
    </footer>
  )
}

function ConversationRow(props: { entry: UnreadConversation; preview: Message | undefined }) {
  const client = useClient()
  const { hrefOf, names } = client
  const { route } = props.entry
  return (
    <a class="conv" href={hrefOf(route)} data-key={props.entry.key}>
      <span class="t">
        <span class="name" dir="auto">
          {route.view === 'topic' ? topicName(client, route.topic) : directName(client, route.user_ids)}
        </span>
        <span class="ch">{route.view === 'topic' ? `# ${names.channel(route.stream_id)}` : words.directMessage}</span>
      </span>
      <Count count={props.entry.ids.length} mentions={props.entry.mentions} />
      <Show when={props.preview} fallback={<p>&nbsp;</p>}>
        {(message) => (
          <>
            <p dir="auto">
              <b>{names.user(message().sender_id)}</b> {textOfHtml(message().content, 160).replace(/^\/me /, '')}
            </p>
            <time>{shortTime(message().timestamp)}</time>
          </>
        )}
      </Show>
    </a>
  )
}

/** A number of unread messages. */
export function Count(props: { count: number; mentions?: number }) {
  return (
    <Show when={props.count > 0}>
      <span class="n" classList={{ at: (props.mentions ?? 0) > 0 }}>
        <span aria-hidden="true">{(props.mentions ?? 0) > 0 ? `@ ${props.count}` : props.count}</span>
        <span class="visually-hidden">{words.unreadCount(props.count, props.mentions ?? 0)}</span>
      </span>
    </Show>
  )
}
