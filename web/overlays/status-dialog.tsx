import type { UserStatus } from '../../client-state/wire'
import { createSignal, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { glyphOf } from '../parts/emoji'
import type { Emoji } from '../parts/emoji-data'
import { lazyView } from '../parts/lazy'
import { messageOf } from '../settings/parts'
import { laterWords } from '../words/en-later'
import { overlayWords as words } from '../words/en-overlays'
import { Failure } from '../parts/failure'

const EmojiPicker = lazyView(async () => (await import('../parts/emoji-picker')).EmojiPicker)

const MAX_CHARACTERS = 60

type StatusEmoji = Pick<Emoji, 'emoji_name' | 'emoji_code' | 'reaction_type'>

/** Returns the emoji of a status, if it has one. */
export function emojiOf({ emoji_name, emoji_code, reaction_type }: UserStatus): StatusEmoji | undefined {
  return emoji_name && emoji_code && reaction_type ? { emoji_name, emoji_code, reaction_type } : undefined
}

/** What the others see beside the name of the user: a short text and an emoji. */
export function StatusDialog(props: { close: () => void }) {
  const { ask, store } = useClient()
  const before: UserStatus = store.state.user_status[store.state.user_id] ?? {}
  const [text, setText] = createSignal<string>(before.status_text ?? '')
  const [emoji, setEmoji] = createSignal(emojiOf(before))
  const [error, setError] = createSignal('')
  const save = (status_text: string, chosen: StatusEmoji | undefined) =>
    ask('POST /users/me/status', { status_text, ...fieldsOf(chosen) }).then(
      () => props.close(),
      (refusal) => setError(messageOf(refusal)),
    )
  return (
    <Dialog title={words.ownStatus} close={props.close}>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault()
          void save(text().trim(), emoji())
        }}
      >
        <label>
          {words.statusText}
          <input
            dir="auto"
            autocomplete="off"
            autofocus
            maxlength={MAX_CHARACTERS}
            value={text()}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <EmojiField emoji={emoji()} setEmoji={setEmoji} />
        <Failure text={error()} />
        <p class="form-foot">
          <button class="send">{laterWords.save}</button>
          <Show when={before.status_text || before.emoji_name}>
            <button type="button" class="act" onClick={() => void save('', undefined)}>
              {words.clearStatus}
            </button>
          </Show>
        </p>
      </form>
    </Dialog>
  )
}

function EmojiField(props: { emoji: StatusEmoji | undefined; setEmoji: (emoji: StatusEmoji | undefined) => void }) {
  const [isPicking, setPicking] = createSignal(false)

  return (
    <>
      <p>
        <button type="button" class="act" aria-expanded={isPicking()} onClick={() => setPicking(!isPicking())}>
          {props.emoji === undefined ? words.statusEmoji : <StatusGlyph emoji={props.emoji} />}
        </button>
        <Show when={props.emoji}>
          <button type="button" class="act" onClick={() => props.setEmoji(undefined)}>
            {words.noStatusEmoji}
          </button>
        </Show>
      </p>
      <Show when={isPicking()}>
        <EmojiPicker label={words.statusEmoji} choose={props.setEmoji} close={() => setPicking(false)} />
      </Show>
    </>
  )
}

const fieldsOf = (emoji: StatusEmoji | undefined) =>
  emoji === undefined
    ? { emoji_name: '' }
    : { emoji_name: emoji.emoji_name, emoji_code: emoji.emoji_code, reaction_type: emoji.reaction_type }

/** The emoji of a status: a character, or a picture of the organization. */
export function StatusGlyph(props: { emoji: StatusEmoji }) {
  const { store } = useClient()
  const picture = () => store.state.realm_emoji[props.emoji.emoji_code]
  return (
    <Show
      when={props.emoji.reaction_type === 'unicode_emoji'}
      fallback={<img class="emoji" src={picture()?.source_url} alt={props.emoji.emoji_name} width="20" height="20" />}
    >
      <span role="img" aria-label={props.emoji.emoji_name.replaceAll('_', ' ')}>
        {glyphOf(props.emoji.emoji_code)}
      </span>
    </Show>
  )
}
