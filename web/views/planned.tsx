import { createMemo, createSignal, For, Show, type JSX } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import type { Reminder, ScheduledMessage } from '../../client-state/wire'
import { TimeMenu } from '../parts/time-menu'
import { textOfHtml } from '../parts/html-text'
import { agoText, fullTime } from '../parts/time'
import { directConversation } from '../store/conversations'
import type { Writable } from '../routes/route'
import { routeOfDraft } from '../sync/route-of-draft'
import { Refusal } from '../wire/requests'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { labelOf } from '../base/labels'
import { Entry, MAX_CHARACTERS } from './planned-entry'
import { WaitingList } from './waiting-list'
import './planned.css'

/** Texts that the user has not sent, the newest first. */
export function DraftsView(props: { isActive: boolean }) {
  const client = useClient()
  const { ask, drafts, go, report, setNotice, store, watch } = client
  const entries = createMemo(() => {
    watch('drafts')
    const local = drafts.all().filter(({ text }) => text.trim() !== '')
    const here = new Set(local.map(({ id }) => id))
    const others = store.state.drafts
      .filter(({ id }) => !here.has(id))
      .map((draft) => {
        const { id, content: text, timestamp } = draft
        return { id, text, timestamp, route: routeOfDraft(draft, store.state.user_id), topic: '' }
      })
    return [...local, ...others].toSorted((a, b) => b.timestamp - a.timestamp)
  })
  type Entry = { id?: number; text: string; timestamp: number; topic: string; route?: Writable }

  async function remove({ id, route, text, topic }: Entry) {
    const isLocal = route !== undefined && drafts.all().some((draft) => draft.route === route || draft.id === id)
    if (isLocal && route !== undefined) drafts.clear(route)
    else if (id !== undefined) await ask('DELETE /drafts/:draft_id', { draft_id: id }).catch(report)
    const undo = route && (() => drafts.write(route, { text, topic, caret: text.length }))
    setNotice({ text: laterWords.planned.draftDeleted, ...(undo ? { undo } : {}) })
  }

  function open({ id, route, text }: Entry) {
    if (route === undefined) return
    // Two drafts of one conversation: this one becomes the text, and the other one stays a draft.
    if (id !== undefined && !drafts.all().some((draft) => draft.id === id)) drafts.adopt(route, { id, text })
    go(route)
  }

  return (
    <Planned
      title={words.drafts}
      icon="draft"
      isActive={props.isActive}
      empty={laterWords.planned.noDrafts}
      count={entries().length}
    >
      <WaitingList />
      <For each={entries()}>
        {(entry: Entry) => (
          <Entry
            place={entry.route ? placeOf(client, entry.route, entry.topic) : laterWords.planned.noPlace}
            time={agoText(entry.timestamp)}
            text={entry.text}
          >
            <Show when={entry.route}>
              <button class="act" onClick={() => open(entry)}>
                {laterWords.planned.goOn}
              </button>
            </Show>
            <button class="act" onClick={() => void remove(entry)}>
              {words.delete}
            </button>
          </Entry>
        )}
      </For>
    </Planned>
  )
}

const placeOf = (client: Client, route: Writable, topic: string) =>
  topic === '' ? labelOf(client, route) : `${labelOf(client, route)} › ${topic}`

/** Messages that the server sends later, and reminders. The next one comes first. */
export function ScheduledView(props: { isActive: boolean }) {
  const { ask, hrefOf, report, store, watch } = useClient()
  const scheduled = (): ScheduledMessage[] => {
    watch('scheduled')
    return [...store.state.scheduled_messages]
  }
  const reminders = (): Reminder[] => {
    watch('reminders')
    return [...store.state.reminders]
  }
  const remove = (reminder_id: number) => void ask('DELETE /reminders/:reminder_id', { reminder_id }).catch(report)

  return (
    <Planned
      title={words.scheduled}
      icon="later"
      isActive={props.isActive}
      empty={laterWords.planned.nothingScheduled}
      count={scheduled().length + reminders().length}
    >
      <For each={scheduled()}>{(message) => <Scheduled message={message} />}</For>
      <Show when={reminders().length > 0}>
        <h2>{laterWords.planned.reminders}</h2>
      </Show>
      <For each={reminders()}>
        {(reminder) => (
          <Entry
            place={laterWords.planned.reminder}
            time={fullTime(reminder.scheduled_delivery_timestamp)}
            text={textOfHtml(reminder.rendered_content, MAX_CHARACTERS)}
          >
            <a class="act" href={hrefOf({ view: 'feed', near: reminder.reminder_target_message_id })}>
              {laterWords.planned.openMessage}
            </a>
            <button class="act" onClick={() => remove(reminder.reminder_id)}>
              {words.delete}
            </button>
          </Entry>
        )}
      </For>
    </Planned>
  )
}

function Scheduled(props: { message: ScheduledMessage }) {
  const client = useClient()
  const { ask, drafts, go, report, store } = client
  const [isChoosing, setChoosing] = createSignal(false)
  const named = () => ({ scheduled_message_id: props.message.scheduled_message_id })
  const remove = () => ask('DELETE /scheduled_messages/:scheduled_message_id', named())
  const route = (): Writable => {
    const { type, to, topic } = props.message
    if (type === 'private' || Array.isArray(to))
      return directConversation(Array.isArray(to) ? to : [to], store.state.user_id)
    return { view: 'topic', stream_id: to, topic: topic ?? '' }
  }

  async function reschedule(date: Date): Promise<string | undefined> {
    try {
      const scheduled_delivery_timestamp = Math.floor(date.getTime() / 1000)
      await ask('PATCH /scheduled_messages/:scheduled_message_id', { ...named(), scheduled_delivery_timestamp })
    } catch (error) {
      return error instanceof Refusal ? error.message : words.unreachable
    }
    setChoosing(false)
    return undefined
  }

  /** The text goes back to the composer, and the server no longer sends it. */
  async function edit() {
    const to = route()
    const { content } = props.message
    try {
      await remove()
      drafts.write(to, { text: content, caret: content.length })
      go(to)
    } catch (error) {
      report(error)
    }
  }

  return (
    <Entry
      place={labelOf(client, route())}
      time={fullTime(props.message.scheduled_delivery_timestamp)}
      text={props.message.content}
      problem={props.message.failed ? laterWords.planned.failed : ''}
    >
      <button class="act" onClick={() => void edit()}>
        {words.edit}
      </button>
      <button class="act" aria-expanded={isChoosing()} onClick={() => setChoosing(!isChoosing())}>
        {laterWords.planned.reschedule}
      </button>
      <button class="act" onClick={() => void remove().catch(report)}>
        {words.delete}
      </button>
      <Show when={isChoosing()}>
        <TimeMenu title={laterWords.planned.reschedule} choose={reschedule} close={() => setChoosing(false)} />
      </Show>
    </Entry>
  )
}

type PlannedProps = {
  title: string
  icon: 'draft' | 'later'
  isActive: boolean
  empty: string
  count: number
  children: JSX.Element
}

function Planned(props: PlannedProps) {
  return (
    <section class="layer planned-layer" classList={{ parked: !props.isActive }}>
      <header class="head">
        <h1>{props.title}</h1>
      </header>
      <div class="planned">
        {props.children}
        <Show when={props.count === 0}>
          <p class="empty">
            <Icon name={props.icon} />
            {props.empty}
          </p>
        </Show>
      </div>
    </section>
  )
}
