import { createEffect, For, on, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { fullTime } from '../parts/time'
import type { Part } from '../routes/second-pane'
import { conversationOf } from '../store/conversations'
import { mediaWords } from '../words/en-media'
import type { Picture } from './conversation-pictures'
import { createZoom } from './picture-zoom'
import { createPictures } from './viewed-pictures'
import './viewer.css'

type Props = { part: Part; show: (part: Part) => void; fill: () => void }

/** A picture in the second pane. The arrow keys go on to the others of the conversation. */
export function Viewer(props: Props) {
  const client = useClient()
  const pictures = createPictures(client, () => props.part, props.show)
  const { page, index, picture } = pictures
  const count = () => `${page().pictures.length}${page().foundOldest && page().foundNewest ? '' : '+'}`
  let frame: HTMLDivElement | undefined
  const zoom = createZoom(() => frame!)

  function press(event: KeyboardEvent) {
    const { key, ctrlKey, metaKey, altKey } = event
    const isMove = key === 'ArrowRight' || key === 'ArrowLeft'
    if (ctrlKey || metaKey || altKey || (isMove && zoom.zoom() > 1)) return
    if (isMove) pictures.move((key === 'ArrowRight') === (getComputedStyle(frame!).direction === 'ltr') ? 1 : -1)
    else if (key === 'f') props.fill()
    else if (!zoom.press(key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  createEffect(on(picture, () => zoom.reset()))
  return (
    <section class="layer viewer" on:keydown={press}>
      <header class="head">
        <h1>
          <span class="name" dir="auto">
            {picture()?.name ?? mediaWords.viewer.picture}
          </span>
        </h1>
        <p role="status">{page().pictures.length > 1 && mediaWords.viewer.place(index() + 1, count())}</p>
        {client.headActs?.()}
      </header>
      <Show when={picture()} fallback={<p class="empty">{pictures.isMissing() && mediaWords.viewer.missing}</p>}>
        {(current) => (
          <figure>
            <div
              class="frame"
              ref={frame}
              style={{ '--zoom': zoom.zoom() }}
              onDblClick={zoom.toggle}
              on:wheel={zoom.wheel}
              on:touchstart={zoom.touch}
              on:touchmove={zoom.touch}
              on:touchend={zoom.touch}
            >
              <img src={current().source} alt={current().name} />
            </div>
            <Caption picture={current()} />
          </figure>
        )}
      </Show>
      <Show when={page().pictures.length > 1}>
        <div class="strip">
          <For each={page().pictures}>
            {(one) => <Small picture={one} isCurrent={one === picture()} show={props.show} />}
          </For>
        </div>
      </Show>
    </section>
  )
}

function Caption(props: { picture: Picture }) {
  const client = useClient()
  const message = () => props.picture.message
  const to = () => ({ ...conversationOf(message(), client.store.state.user_id), near: message().id })
  return (
    <figcaption>
      <span>
        {client.names.user(message().sender_id)}, {fullTime(message().timestamp)}
      </span>
      <a class="link" href={client.hrefOf(to())}>
        {mediaWords.viewer.message}
      </a>
      <a class="link" href={props.picture.href} target="_blank" rel="noopener noreferrer">
        {mediaWords.viewer.original}
      </a>
    </figcaption>
  )
}

function Small(props: { picture: Picture; isCurrent: boolean; show: (part: Part) => void }) {
  let button!: HTMLButtonElement
  createEffect(() => props.isCurrent && button.scrollIntoView({ block: 'nearest', inline: 'nearest' }))
  const { message, at, name, small } = props.picture
  return (
    <button
      ref={button}
      aria-label={name}
      aria-current={props.isCurrent}
      onClick={() => props.show({ part: 'picture', message_id: message.id, at })}
    >
      <img src={small} alt="" loading="lazy" />
    </button>
  )
}
