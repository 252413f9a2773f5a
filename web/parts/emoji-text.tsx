import { createEffect, createMemo, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { ownSettings } from '../base/own-settings'
import { emojiNamed, loadNamesFor } from './emoji-named'
import { piecesOf } from './emoji-pieces'
import './emoji-text.css'

/** Text as its author wrote it, with emoji in the place of their names. */
export function EmojiText(props: { text: string }) {
  const client = useClient()
  createEffect(() => loadNamesFor(client, props.text))
  const pieces = createMemo(() => piecesOf(props.text))
  return <For each={pieces()}>{({ text, name }) => <Piece text={text} name={name} />}</For>
}

function Piece(props: { text: string; name: string | undefined }) {
  const client = useClient()
  const emoji = createMemo(() => (props.name === undefined ? undefined : emojiNamed(client, props.name)))
  const glyph = () => (ownSettings(client).emojiset === 'text' ? '' : emoji()?.glyph)
  return (
    <Show when={emoji()?.url} fallback={glyph() || props.text}>
      {(url) => <img class="written-emoji" src={url()} alt={props.text} title={props.text} />}
    </Show>
  )
}
