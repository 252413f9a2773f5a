import { createEffect, onCleanup, Show } from 'solid-js'
import { openOverlay } from '../base/overlay'
import { keepers, selectedMessages, selectMessages } from '../base/selected-messages'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { forwardMessage } from '../list/quoting'
import { Icon } from '../parts/icon'
import { keyOfRoute, type Route } from '../routes/route'
import { conversationOf } from '../store/conversations'
import { mayDelete, mayMove } from '../store/may-act'
import type { Message } from '../store/messages'
import { words } from '../words/en'
import { laterWords } from '../words/en-later'
import { overlayWords } from '../words/en-overlays'
import './selection-bar.css'

type Props = { route: Route; isActive: boolean }

/** What the user can do with all selected messages of a view. It stands above the title while there are some. */
export function SelectionBar(props: Props) {
  const client = useClient()
  const { store, watch } = client
  const chosen = (): Message[] => {
    watch(`window:${keyOfRoute(props.route)}`)
    const selected = selectedMessages(client)
    if (!props.isActive || selected.size === 0) return []
    return store.windowOf(props.route).ids.flatMap((id) => (selected.has(id) ? (store.messages.get(id) ?? []) : []))
  }
  createEffect(() => props.isActive && followSelection(client, () => chosen().length > 0))
  return (
    <Show when={chosen().length > 0}>
      <div class="selection" role="toolbar" aria-label={overlayWords.selection.title}>
        <button class="ib" aria-label={laterWords.close} onClick={() => selectMessages(client, [])}>
          <Icon name="close" />
        </button>
        {/* The names of the selected rows begin with it. */}
        <span id="selected" hidden>
          {overlayWords.selection.selected}
        </span>
        <span role="status">{words.triage.selected(chosen().length)}</span>
        <Acts messages={chosen()} />
      </div>
    </Show>
  )
}

function Acts(props: { messages: Message[] }) {
  const client = useClient()
  const { channelOf, store } = client
  const ids = () => props.messages.map(({ id }) => id)
  const isStarred = () => props.messages.every(({ flags }) => flags.includes('starred'))
  /** The one topic of all messages. */
  const topic = () => {
    const [first, ...others] = props.messages.map((message) => conversationOf(message, store.state.user_id))
    const isSame = others.every((other) => first !== undefined && keyOfRoute(other) === keyOfRoute(first))
    return isSame && first?.view === 'topic' && mayMove(store.state, channelOf(first.stream_id)) ? first : undefined
  }
  const mayDeleteAll = () =>
    props.messages.every((message) => {
      const place = conversationOf(message, store.state.user_id)
      const channel = place.view === 'topic' ? channelOf(place.stream_id) : undefined
      return mayDelete(store.state, channel, message, client.now())
    })
  return (
    <>
      <button class="act" onClick={() => flag(client, ids(), 'starred', isStarred() ? 'remove' : 'add')}>
        {isStarred() ? overlayWords.unstar : overlayWords.star}
      </button>
      <button class="act" onClick={() => markUnread(client, ids())}>
        {overlayWords.selection.unread}
      </button>
      <button class="act" onClick={() => client.choosePlace((to) => void forward(client, props.messages, to))}>
        {overlayWords.forward}
      </button>
      <Show when={topic()}>
        {(from) => (
          <button
            class="act"
            onClick={() =>
              openOverlay(client, { kind: 'move', topic: from(), message: props.messages[0]!, ids: ids() })
            }
          >
            {overlayWords.move}
          </button>
        )}
      </Show>
      <Show when={mayDeleteAll()}>
        <button
          class="act"
          onClick={() => openOverlay(client, { kind: 'delete', message: props.messages[0]!, ids: ids() })}
        >
          {overlayWords.delete}
        </button>
      </Show>
    </>
  )
}

function flag(client: Client, messages: number[], name: 'starred' | 'read', op: 'add' | 'remove'): void {
  client.ask('POST /messages/flags', { messages, op, flag: name }).catch(client.report)
  selectMessages(client, [])
}

function markUnread(client: Client, ids: number[]): void {
  for (const keep of keepers(client)) keep(ids)
  client.reading.forget(ids)
  flag(client, ids, 'read', 'remove')
}

async function forward(client: Client, messages: Message[], to: Route): Promise<void> {
  selectMessages(client, [])
  for (const message of messages) await forwardMessage(client, message, to)
}

/** Shift with an arrow selects the message with the focus and the next one. With a selection, a click changes it, and Escape ends it. */
function followSelection(client: Client, hasSome: () => boolean): void {
  const { root } = client.environment
  const rowOf = ({ defaultPrevented, target }: Event) =>
    !defaultPrevented && target instanceof Element
      ? target.closest<HTMLElement>('.layer:not(.parked) .msg[data-id]')
      : null
  const idOf = ({ dataset }: HTMLElement) => Number(dataset.id)
  function extend(event: KeyboardEvent) {
    const row = rowOf(event)
    if (row === null || row !== event.target || !event.shiftKey || !/^Arrow(?:Down|Up)$/.test(event.key)) return
    event.preventDefault()
    const rows = [...(row.closest('.rows')?.querySelectorAll<HTMLElement>('.msg[data-id]') ?? [])]
    const next = rows[rows.indexOf(row) + (event.key === 'ArrowDown' ? 1 : -1)] ?? row
    selectMessages(client, [...selectedMessages(client), idOf(row), idOf(next)])
    next.focus()
  }
  function toggle(event: MouseEvent) {
    const row = hasSome() ? rowOf(event) : null
    if (row === null) return
    event.preventDefault()
    event.stopPropagation()
    const next = new Set(selectedMessages(client))
    if (!next.delete(idOf(row))) next.add(idOf(row))
    selectMessages(client, next)
  }
  root.addEventListener('keydown', extend)
  root.addEventListener('click', toggle, true)
  onCleanup(() => {
    root.removeEventListener('keydown', extend)
    root.removeEventListener('click', toggle, true)
  })
  onCleanup(
    client.keys.handle({
      leave() {
        if (!hasSome()) return false
        selectMessages(client, [])
        return true
      },
    }),
  )
}
