import { createEffect, For, Show } from 'solid-js'
import { openOverlay } from '../base/overlay'
import { loadPins, pinsOf } from '../base/pins'
import { useClient } from '../client/use-client'
import { Icon } from '../parts/icon'
import type { Route } from '../routes/route'
import { overlayWords } from '../words/en-overlays'
import './pin-bar.css'

type Props = { place: Extract<Route, { view: 'channel' | 'topic' }>; isActive: boolean }

/** One line with the number of pinned messages, and with the bookmarks. Nothing without pins. */
export function PinBar(props: Props) {
  const client = useClient()
  const { channelOf, isCaughtUp } = client
  const words = overlayWords.pins
  createEffect(() => {
    const { stream_id } = props.place
    if (props.isActive && isCaughtUp() && channelOf(stream_id) !== undefined) void loadPins(client, stream_id)
  })
  const pins = () => pinsOf(client, props.place)
  const messages = () => pins().filter(({ message_id }) => message_id !== null)
  const bookmarks = () => pins().filter(({ url }) => url !== null)
  return (
    <Show when={pins().length > 0}>
      <nav class="pins" aria-label={words.title}>
        <button class="act" onClick={() => openOverlay(client, { kind: 'pins', place: props.place })}>
          <Icon name="pin" isOn />
          {messages().length > 0 ? words.messages(messages().length) : words.short}
        </button>
        <For each={bookmarks()}>
          {({ title, url }) => (
            <a href={url ?? ''} target="_blank" rel="noopener noreferrer" title={url ?? ''} dir="auto">
              {title}
            </a>
          )}
        </For>
      </nav>
    </Show>
  )
}
