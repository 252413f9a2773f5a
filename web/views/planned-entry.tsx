import { Show, type JSX } from 'solid-js'
import { EmojiText } from '../parts/emoji-text'

export const MAX_CHARACTERS = 300

type EntryProps = { place: string; time: string; text: string; problem?: string; children: JSX.Element }

/** What is sent later: where it goes, when, and its text. */
export function Entry(props: EntryProps) {
  return (
    <article class="planned-entry">
      <p class="planned-head">
        <b dir="auto">{props.place}</b> <time>{props.time}</time>
      </p>
      <p class="planned-text" dir="auto">
        <EmojiText text={props.text.slice(0, MAX_CHARACTERS)} />
      </p>
      <Show when={props.problem}>
        <p class="fail">{props.problem}</p>
      </Show>
      <div class="planned-acts">{props.children}</div>
    </article>
  )
}
