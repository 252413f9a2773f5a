import { createEffect, createSignal, Show } from 'solid-js'
import type { FoundMessage } from '../../client-state/wire'
import { useClient } from '../client/use-client'
import { labelOf } from '../base/labels'
import { Row } from '../list/row'
import { textOfHtml } from '../parts/html-text'
import { clockTime, dayName, shortTime } from '../parts/time'
import { narrowOf } from '../routes/route'
import { conversationOf } from '../store/conversations'
import type { Message } from '../store/messages'

type Props = {
  id: number
  above: number | undefined
  isActive: boolean
  isCurrent: boolean
  isFocused: boolean
  /** Whether the message before it and the one after it are shown. */
  hasLinesAround: boolean
  open: (message: Message | undefined) => void
}

/** What has an own meaning when it is clicked. */
const CONTROLS = 'a, button, input, textarea, select, label, summary, img, video, audio'

const MAX_NEAR_CHARACTERS = 200

/** A message that a search found, below its conversation and its day. The one that the user chose has the lines around it. */
export function Hit(props: Props) {
  const client = useClient()
  const { hrefOf, store } = client
  const messageOf = (id: number | undefined) => (id === undefined ? undefined : store.messages.get(id))
  const place = () => {
    const message = messageOf(props.id)
    return message && conversationOf(message, store.state.user_id)
  }
  const label = () => {
    const route = place()
    return route ? labelOf(client, route) : ''
  }
  const day = () => dayName(messageOf(props.id)?.timestamp ?? 0)
  const heading = () => `${label()} ${day()}`
  const isSameAsAbove = () => {
    const above = messageOf(props.above)
    if (above === undefined) return false
    return heading() === `${labelOf(client, conversationOf(above, store.state.user_id))} ${dayName(above.timestamp)}`
  }
  const near = useNear(
    () => props.hasLinesAround && props.isActive,
    () => props.id,
  )
  function clicked({ target }: MouseEvent) {
    const isText = getSelection()?.isCollapsed !== false
    if (isText && target instanceof Element && target.closest(CONTROLS) === null) props.open(messageOf(props.id))
  }
  return (
    <>
      <Show when={!isSameAsAbove() && place()}>
        {(route) => (
          <div class="hit-place">
            <a href={hrefOf({ ...route(), near: props.id })} dir="auto">
              {label()}
            </a>
            <time>{day()}</time>
          </div>
        )}
      </Show>
      <div class="hit" classList={{ current: props.isCurrent }} onClick={clicked}>
        <Near message={near()?.before} day={day()} />
        <Row
          id={props.id}
          layout={{ startsDay: false, startsNew: false, newCount: 0, startsConversation: false, isSame: false }}
          isFocused={props.isFocused}
          isActive={props.isActive}
          isCurrent={props.isCurrent}
          keepUnread={() => undefined}
        />
        <Near message={near()?.after} day={day()} />
      </div>
    </>
  )
}

type Around = { before: FoundMessage | undefined; after: FoundMessage | undefined }

/** The messages before and after one of its conversation, fetched when they are shown for the first time. */
function useNear(isShown: () => boolean, id: () => number) {
  const { ask, store } = useClient()
  const [near, setNear] = createSignal<Around>()
  let isFetched = false
  async function fetchNear(around: number) {
    const message = store.messages.get(around)
    if (message === undefined) return
    const narrow = narrowOf(conversationOf(message, store.state.user_id))
    const range = { anchor: around, num_before: 1, num_after: 1, client_gravatar: false, allow_empty_topic_name: true }
    const { messages } = await ask('GET /messages', { narrow, ...range })
    setNear({ before: messages.find((other) => other.id < around), after: messages.find((other) => other.id > around) })
  }
  createEffect(() => {
    if (!isShown() || isFetched) return
    isFetched = true
    // Without a connection, the message stands alone.
    void fetchNear(id()).catch(() => undefined)
  })
  return near
}

function Near(props: { message: FoundMessage | undefined; day: string }) {
  const { names } = useClient()
  return (
    <Show when={props.message}>
      {(message) => (
        <p class="near">
          <span class="cut" dir="auto">
            <b>{names.user(message().sender_id)}</b> {textOfHtml(message().content, MAX_NEAR_CHARACTERS)}
          </span>
          <time>{(dayName(message().timestamp) === props.day ? clockTime : shortTime)(message().timestamp)}</time>
        </p>
      )}
    </Show>
  )
}
