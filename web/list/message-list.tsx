import { For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { contained } from '../parts/contained'
import type { Message } from '../store/messages'
import { words } from '../words/en'
import { createListParts, type ListProps } from './list-parts'
import { EmptyList, FailedList } from './list-states'
import { OutgoingRow } from './outgoing-row'
import { Row } from './row'
import './message-list.css'

type Props = ListProps & {
  /** The focus moved to a message. */
  chosen?: (message: Message) => void
  /** What to say if there are no messages. */
  empty?: string
}

/** A message that cannot be drawn leaves the others to be read. */
const MessageRow = contained(Row)

/** The messages of a view. A list that is not active is hidden, keeps its place, and marks nothing as read. */
export function MessageList(props: Props) {
  let scroller!: HTMLDivElement
  let content!: HTMLDivElement
  const client = useClient()
  const parts = createListParts(client, props, { scroller: () => scroller, content: () => content })
  const { data, focusedRow, marker, opening, scrolling, toNewest } = parts
  const { ids, outgoing } = data
  const { isLoaded } = opening
  const isEmpty = () => ids().length + outgoing().length === 0
  const isFocused = (id: number) => (focusedRow.focused() ?? ids().at(-1)) === id

  function focusMoved({ target }: { target: Element }) {
    const row = target.closest<HTMLElement>('[data-id]')
    if (row === null) return
    const id = Number(row.dataset.id)
    focusedRow.setFocused(id)
    const message = client.store.messages.get(id)
    if (message) props.chosen?.(message)
  }

  return (
    <div class="list-frame">
      <div class="list" ref={scroller}>
        <div
          class="rows"
          ref={content}
          role={isEmpty() ? 'group' : 'feed'}
          aria-label={words.messages}
          aria-busy={!isLoaded()}
          onFocusIn={focusMoved}
        >
          <Show when={isLoaded() && data.current().foundOldest && ids().length > 0}>
            <p class="edge">{words.beginning}</p>
          </Show>
          <For each={ids()}>
            {(id) => (
              <MessageRow
                id={id}
                layout={data.layouts().get(id)}
                isFocused={isFocused(id)}
                isActive={props.isActive}
                isCurrent={focusedRow.focused() === id}
                keepUnread={(ids) => marker.keepUnread(ids)}
                conversation={data.isConversation ? data.key : undefined}
              />
            )}
          </For>
          <For each={outgoing()}>{(entry) => <OutgoingRow entry={entry} />}</For>
          <Show when={isLoaded() && isEmpty()}>
            <EmptyList text={props.empty ?? (data.isConversation ? words.emptyConversation : words.emptyView)} />
          </Show>
        </div>
        <FailedList failure={opening.failed()} tryAgain={() => void opening.open()} />
      </div>
      <Show when={scrolling.below() > 0}>
        <button class="below" onClick={() => void toNewest()}>
          {words.newBelow(scrolling.below())}
        </button>
      </Show>
    </div>
  )
}
