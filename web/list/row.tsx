import { createEffect, createMemo, createRenderEffect, createSignal, onCleanup, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { openOverlay } from '../base/overlay'
import { printCard } from '../routes/card'
import { Avatar } from '../parts/avatar'
import { lazyView } from '../parts/lazy'
import { clockTime, dayName, fullTime, isTwentyFour, narrowTime } from '../parts/time'
import { conversationOf } from '../store/conversations'
import { mayEdit } from '../store/may-write'
import type { Message } from '../store/messages'
import { labelOf } from '../base/labels'
import { ownSettings } from '../base/own-settings'
import { words } from '../words/en'
import { addSameReaction, toggleStar, toggleThumbsUp, toggleCollapsed, markUnreadFrom } from './actions'
import { isEditing, savingText, startEditing, stopEditing } from '../base/editing'
import type { RowLayout } from './layout'
import { quoting } from './lazy-quoting'
import { Reactions } from './reactions'
import { showServerHtml } from '../html/server-html'
import './row.css'

type Props = {
  id: number
  layout: RowLayout | undefined
  isFocused: boolean
  isActive: boolean
  isCurrent: boolean
  keepUnread: (ids: number[]) => void
}

const Tools = lazyView(async () => (await import('./tools')).Tools)
const EditForm = lazyView(async () => (await import('./edit-form')).EditForm)
const Widget = lazyView(async () => (await import('./widget')).Widget)

/** One message, with the day, the "new" line or the conversation above it. */
export function Row(props: Props) {
  const client = useClient()
  const { choosePlace, go, hrefOf, keys, store, userOf, watch } = client
  let row!: HTMLElement
  const [isPicking, setPicking] = createSignal(false)
  // A deleted message is drawn as it was until the list removes its row.
  const message = createMemo(
    (before: Message) => {
      watch(`message:${props.id}`)
      return store.messages.get(props.id) ?? before
    },
    store.messages.get(props.id)!,
    { equals: false },
  )
  const { user_id } = store.state
  const name = () => userOf(message().sender_id)?.full_name ?? message().sender_full_name
  const isEditable = () => mayEdit(store.state, message(), Date.now() / 1000)
  const markUnread = () => void markUnreadFrom(client, message(), props.keepUnread)
  const collapse = () => toggleCollapsed(client, message())
  const openMenu = (anchor: HTMLElement) => {
    const commands = {
      edit: () => void startEditing(client, props.id),
      react: () => setPicking(true),
      markUnread,
      collapse,
    }
    openOverlay(client, { kind: 'messageMenu', message: message(), anchor, commands })
  }
  const place = () => conversationOf(message(), user_id)
  function move() {
    const topic = place()
    if (topic.view !== 'topic') return false
    openOverlay(client, { kind: 'move', topic, message: message() })
    return true
  }

  createEffect(() => {
    if (!props.isCurrent || !props.isActive) return
    onCleanup(
      keys.handle({
        star: () => toggleStar(client, message()),
        react: () => setPicking(true),
        thumbsUp: () => toggleThumbsUp(client, message()),
        markUnread,
        quote: () => quoting(client, ({ quoteMessage }) => quoteMessage(client, message())),
        forward: () =>
          choosePlace((to) => quoting(client, ({ forwardMessage }) => forwardMessage(client, message(), to))),
        replyToAuthor: () => quoting(client, ({ replyToAuthor }) => replyToAuthor(client, message())),
        mention: () => quoting(client, ({ mentionAuthor }) => mentionAuthor(client, message())),
        sameReaction: () => addSameReaction(client, message()),
        edit: () => isEditable() && void startEditing(client, props.id),
        menu: () => openMenu(row.querySelector<HTMLElement>('.tools button:last-child') ?? row),
        card: () => openOverlay(client, { kind: 'card', card: { card: 'user', id: message().sender_id } }),
        move,
        history: () => openOverlay(client, { kind: 'history', message: message() }),
        receipts: () => openOverlay(client, { kind: 'receipts', message: message() }),
        collapse,
        inContext: () => go({ ...place(), near: props.id }),
      }),
    )
  })

  return (
    <>
      <Show when={props.layout?.startsDay}>
        <div class="day">{dayName(message().timestamp)}</div>
      </Show>
      <Show when={props.layout?.startsNew}>
        <div class="day new">{words.newLine}</div>
      </Show>
      <article
        class="msg"
        ref={row}
        classList={{
          same: props.layout?.isSame,
          mentioned: message().flags.includes('mentioned'),
          picking: isPicking(),
          collapsed: message().flags.includes('collapsed'),
        }}
        data-id={props.id}
        tabindex={props.isFocused ? 0 : -1}
        aria-labelledby={`by-${props.id} at-${props.id}`}
        onContextMenu={(event) => {
          // A long press opens the actions. A right click opens the menu of the browser.
          if (!(event instanceof PointerEvent) || event.pointerType !== 'touch') return
          event.preventDefault()
          openMenu(row)
        }}
      >
        <Show when={props.layout?.startsConversation}>
          <a class="to-conversation" href={hrefOf({ ...place(), near: props.id })}>
            {labelOf(client, place())}
          </a>
        </Show>
        <Show
          when={!props.layout?.isSame}
          fallback={
            <span class="gutter" aria-hidden="true">
              {narrowTime(message().timestamp)}
            </span>
          }
        >
          <Avatar user_id={message().sender_id} />
        </Show>
        <div class="text">
          <div class="by" classList={{ 'visually-hidden': props.layout?.isSame }}>
            <b id={`by-${props.id}`} dir="auto">
              <Show when={!props.layout?.isSame} fallback={name()}>
                <a class="sender" href={printCard({ card: 'user', id: message().sender_id })}>
                  {name()}
                </a>
              </Show>
            </b>
            <time id={`at-${props.id}`} title={fullTime(message().timestamp)}>
              {clockTime(message().timestamp)}
            </time>
            <Show when={message().flags.includes('starred')}>
              <span class="starred" role="img" aria-label={words.starredMessage}>
                ★
              </span>
            </Show>
          </div>
          <Show
            when={!isEditing(client, props.id)}
            fallback={<EditForm message={message()} close={() => stopEditing(client, props.id)} />}
          >
            <Show when={savingText(client, props.id)} fallback={<Content message={message()} ownId={user_id} />}>
              {(text) => (
                <div class="body plain saving" dir="auto">
                  {text()}
                </div>
              )}
            </Show>
            <Show when={message().flags.includes('collapsed')}>
              <button class="act expand" onClick={collapse}>
                {words.collapsed}
              </button>
            </Show>
          </Show>
          <Show when={message().last_edit_timestamp !== undefined}>
            <span class="edited">{words.edited}</span>
          </Show>
          <Reactions message={message()} ownId={user_id} />
        </div>
        <Tools
          message={message()}
          isEditable={isEditable()}
          isPicking={isPicking()}
          setPicking={setPicking}
          edit={() => startEditing(client, props.id)}
          openMenu={openMenu}
        />
      </article>
    </>
  )
}

function Content(props: { message: Message; ownId: number }) {
  return (
    <Show when={props.message.submessages.length > 0} fallback={<Body message={props.message} ownId={props.ownId} />}>
      <Widget message={props.message} />
    </Show>
  )
}

function Body(props: { message: Message; ownId: number }) {
  const client = useClient()
  let current = ''
  let drawnWith = ''
  // The list keeps its place after it has drawn its rows, so the content is there by then.
  const show = (element: HTMLDivElement) =>
    createRenderEffect(() => {
      const written = props.message.match_content ?? props.message.content
      // The name of the sender is in its place.
      const content = props.message.is_me_message ? written.replace('<p>/me ', '<p>') : written
      const { emojiset, web_animate_image_previews, parley_link_previews } = ownSettings(client)
      const look = `${emojiset} ${web_animate_image_previews} ${parley_link_previews} ${isTwentyFour()}`
      if (content === current && look === drawnWith) return
      current = content
      drawnWith = look
      showServerHtml(client, element, content, props.ownId)
    })
  return <div class="body" dir="auto" ref={show} />
}
