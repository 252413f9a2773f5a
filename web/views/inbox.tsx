import { createEffect, createMemo, createSignal, For, on, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { inReadingOrder, type UnreadConversation } from '../store/conversations'
import { isGuided } from '../store/onboarding'
import { textOfHtml } from '../parts/html-text'
import { lazyView } from '../parts/lazy'
import { Avatar } from '../parts/avatar'
import { Sign } from '../parts/sign'
import { shortTime } from '../parts/time'
import type { Message } from '../store/messages'
import { words } from '../words/en'
import { directName, topicName } from '../base/labels'
import { handleInboxKeys } from './inbox-keys'
import { BelowRows, isNow, KeyLegend, SectionTitle, Sum } from './inbox-parts'
import { createSelection } from './inbox-selection'
import { createSections } from './inbox-sections'
import { createTriage } from './triage'
import './inbox.css'

const InboxActs = lazyView(async () => (await import('./head-acts')).InboxActs)
const FirstTasks = lazyView(async () => (await import('../parts/first-tasks')).FirstTasks)

const MAX_PREVIEWS = 200
const ROWS_AT_ONCE = 100

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
  const { sections, entriesOf } = createSections(triage, () => entries().slice(0, most()))

  const previews = createPreviews(client, { entries, isActive, decided: triage.decided })
  const ofList = { list: () => list, entries, isActive }
  const selection = createSelection(ofList)
  handleInboxKeys(client, { ...ofList, triage, selection })

  return (
    <section class="layer" classList={{ parked: !props.isActive }}>
      <header class="head">
        <h1>{words.inbox}</h1>
        <Sum entries={entries()} selected={selection.selected().length} />
        <InboxActs />
      </header>
      <div class="inbox" ref={list} onKeyDown={selection.extend}>
        <Show when={isNow(client, isGuided)}>
          <FirstTasks />
        </Show>
        <For each={sections()}>
          {(section) => (
            <section classList={{ 'of-channel': typeof section === 'number' }}>
              <SectionTitle section={section} entries={entriesOf(section)} done={triage.done} />
              <For each={entriesOf(section).map(({ key }) => key)}>
                {(key) => (
                  <Show when={byKey().get(key)}>
                    {(entry) => (
                      <ConversationRow
                        entry={entry()}
                        isSelected={selection.isSelected(key)}
                        preview={previews().get(entry().ids.at(-1) ?? 0)}
                      />
                    )}
                  </Show>
                )}
              </For>
            </section>
          )}
        </For>
        <Show when={entries().length > most()}>
          <button class="act more" onClick={() => setMost(most() + ROWS_AT_ONCE)}>
            {words.moreConversations(entries().length - most())}
          </button>
        </Show>
        <BelowRows isEmpty={entries().length === 0} />
      </div>
      <KeyLegend progress={triage.progress()} />
    </section>
  )
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

function ConversationRow(props: { entry: UnreadConversation; isSelected: boolean; preview: Message | undefined }) {
  const client = useClient()
  const { hrefOf, names } = client
  const { route } = props.entry
  return (
    <a class="conv" classList={{ selected: props.isSelected }} href={hrefOf(route)} data-key={props.entry.key}>
      {/* Who wrote last. */}
      <Show when={route.view === 'topic' && props.preview} fallback={<Sign route={route} />}>
        {(message) => <Avatar user_id={message().sender_id} />}
      </Show>
      <span class="t">
        <span class="name" dir="auto">
          {route.view === 'topic' ? topicName(client, route.topic) : directName(client, route.user_ids)}
        </span>
        <span class={route.view === 'topic' ? 'ch' : 'visually-hidden'}>
          {route.view === 'topic' ? `# ${names.channel(route.stream_id)}` : words.directMessage}
        </span>
      </span>
      <span class="ns">
        <Count count={props.entry.ids.length} mentions={props.entry.mentions} />
      </span>
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

const shortNumber = (count: number) => (count > 999 ? '999+' : count)

/** Shows how many unread messages name the user, and how many are unread. Without `count`, it shows only the first number. */
export function Count(props: { count?: number | undefined; mentions?: number }) {
  const mentions = () => props.mentions ?? 0
  return (
    <>
      <Show when={mentions() > 0}>
        <span class="at">
          <span aria-hidden="true">@{shortNumber(mentions())}</span>
          <Show when={props.count === undefined}>
            <span class="visually-hidden">{words.unreadCount(mentions(), mentions())}</span>
          </Show>
        </span>
      </Show>
      <Show when={props.count}>
        {(count) => (
          <span class="n">
            <span aria-hidden="true">{shortNumber(count())}</span>
            <span class="visually-hidden">{words.unreadCount(count(), mentions())}</span>
          </span>
        )}
      </Show>
    </>
  )
}
