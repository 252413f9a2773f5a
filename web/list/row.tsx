import { createEffect, createMemo, createSignal, onCleanup, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Avatar } from '../parts/avatar'
import { lazyView } from '../parts/lazy'
import { clockTime, dayName, narrowTime } from '../parts/time'
import type { Message } from '../store/messages'
import { labelOf } from '../base/labels'
import { selectedMessages } from '../base/selected-messages'
import { markConversationRead } from '../base/mark-conversation-read'
import { words } from '../words/en'
import { Byline } from './byline'
import type { RowLayout } from './layout'
import { MessageText } from './message-text'
import { Reactions } from './reactions'
import { createRowActions } from './row-actions'
import './row.css'

type Props = {
  id: number
  layout: RowLayout | undefined
  isFocused: boolean
  isActive: boolean
  isCurrent: boolean
  keepUnread: (ids: number[]) => void
  /** The key of the conversation, if the list has no other messages. */
  conversation?: string | undefined
}

const Tools = lazyView(async () => (await import('./tools')).Tools)

/** One message, with the day, the "new" line or the conversation above it. */
export function Row(props: Props) {
  const client = useClient()
  const { keys, store } = client
  let row!: HTMLElement
  const [isPicking, setPicking] = createSignal(false)
  const message = createDrawnMessage(client, () => props.id)
  const actions = createRowActions(client, {
    message,
    element: () => row,
    keepUnread: (ids) => props.keepUnread(ids),
    react: () => setPicking(true),
  })

  createEffect(() => {
    if (props.isCurrent && props.isActive) onCleanup(keys.handle(actions.keys()))
  })

  const isSelected = () => selectedMessages(client).has(props.id)

  /** A long press opens the actions. A right click opens the menu of the browser. */
  function pressed(event: MouseEvent) {
    if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return
    event.preventDefault()
    actions.openMenu(row)
  }

  return (
    <>
      <DayLines layout={props.layout} timestamp={message().timestamp} conversation={props.conversation} />
      <article
        class="msg"
        ref={row}
        classList={{
          same: props.layout?.isSame,
          selected: isSelected(),
          mentioned: message().flags.includes('mentioned'),
          picking: isPicking(),
          collapsed: message().flags.includes('collapsed'),
          bare: message().flags.includes('hide_link_previews'),
        }}
        data-id={props.id}
        tabindex={props.isFocused ? 0 : -1}
        aria-labelledby={`${isSelected() ? 'selected ' : ''}by-${props.id} at-${props.id}`}
        onContextMenu={pressed}
      >
        <Show when={props.layout?.startsConversation}>
          <a class="to-conversation" href={client.hrefOf({ ...actions.place(), near: props.id })}>
            {labelOf(client, actions.place())}
          </a>
        </Show>
        <Gutter message={message()} isSame={props.layout?.isSame} />
        <RowText message={message()} isSame={props.layout?.isSame} ownId={store.state.user_id} />
        <Tools
          message={message()}
          isEditable={actions.isEditable()}
          isPicking={isPicking()}
          setPicking={setPicking}
          edit={actions.edit}
          openMenu={actions.openMenu}
        />
      </article>
    </>
  )
}

/** A deleted message is drawn as it was until the list removes its row. */
const createDrawnMessage = ({ store, watch }: Client, id: () => number) =>
  createMemo(
    (before: Message) => {
      watch(`message:${id()}`)
      return store.messages.get(id()) ?? before
    },
    store.messages.get(id())!,
    { equals: false },
  )

/** The lines above a message: a new day, and where the unread messages begin. */
function DayLines(props: { layout: RowLayout | undefined; timestamp: number; conversation: string | undefined }) {
  return (
    <>
      <Show when={props.layout?.startsDay}>
        <div class="day">{dayName(props.timestamp)}</div>
      </Show>
      <Show when={props.layout?.startsNew}>
        <div class="day new" role="article">
          <span>{words.newLine(props.layout?.newCount ?? 0, clockTime(props.timestamp))}</span>
          <MarkRead conversation={props.conversation} />
        </div>
      </Show>
    </>
  )
}

/** Marks a conversation as read. The notice takes it back. */
function MarkRead(props: { conversation: string | undefined }) {
  const client = useClient()
  return (
    <Show when={client.unread().byKey.get(props.conversation ?? '')}>
      {(entry) => <button onClick={() => markConversationRead(client, entry().ids)}>{words.markRead}</button>}
    </Show>
  )
}

/** The sender, the text and the reactions. */
function RowText(props: { message: Message; isSame: boolean | undefined; ownId: number }) {
  return (
    <div class="text">
      <Byline message={props.message} isSame={props.isSame} />
      <MessageText message={props.message} ownId={props.ownId} />
      <Show when={props.message.last_edit_timestamp !== undefined}>
        <span class="edited">{words.edited}</span>
      </Show>
      <Reactions message={props.message} ownId={props.ownId} />
    </div>
  )
}

/** The picture of the sender, or the time of a message of the same sender. */
function Gutter(props: { message: Message; isSame: boolean | undefined }) {
  return (
    <Show
      when={!props.isSame}
      fallback={
        <span class="gutter" aria-hidden="true">
          {narrowTime(props.message.timestamp)}
        </span>
      }
    >
      <Avatar user_id={props.message.sender_id} />
    </Show>
  )
}
