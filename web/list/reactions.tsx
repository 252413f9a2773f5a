import { createMemo, For, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { glyphOf } from '../parts/emoji'
import type { Message, Reaction } from '../store/messages'
import { namesOf } from '../base/labels'
import { ownSettings } from '../base/own-settings'
import { words } from '../words/en'
import { toggleReaction } from './actions'

const MAX_NAMED_REACTIONS = 3

/** The reactions of a message. A few show the names of the users, if the reader wants it. */
export function Reactions(props: { message: Message; ownId: number }) {
  const client = useClient()
  const groups = createMemo(() => {
    const byEmoji = new Map<string, Reaction[]>()
    for (const reaction of props.message.reactions) {
      const key = `${reaction.reaction_type}/${reaction.emoji_code}`
      byEmoji.set(key, [...(byEmoji.get(key) ?? []), reaction])
    }
    return [...byEmoji.values()]
  })
  const areNamed = () =>
    ownSettings(client).display_emoji_reaction_users && props.message.reactions.length <= MAX_NAMED_REACTIONS
  return (
    <Show when={groups().length > 0}>
      <div class="reactions">
        <For each={groups()}>
          {(group) => {
            const [first] = group
            const isOwn = group.some(({ user_id }) => user_id === props.ownId)
            const who = namesOf(
              client,
              group.map(({ user_id }) => user_id),
            )
            const count = () => (areNamed() ? who : group.length)
            return (
              <button
                aria-pressed={isOwn}
                aria-label={words.reactedWith(who, first!.emoji_name)}
                title={words.reactedWith(who, first!.emoji_name)}
                onClick={() => toggleReaction(client, props.message, first!)}
              >
                <EmojiGlyph reaction={first!} /> {count()}
              </button>
            )
          }}
        </For>
      </div>
    </Show>
  )
}

function EmojiGlyph(props: { reaction: Reaction }) {
  const client = useClient()
  const { store } = client
  const { reaction_type, emoji_code, emoji_name } = props.reaction
  const glyph = () => (ownSettings(client).emojiset === 'text' ? '' : glyphOf(emoji_code))
  if (reaction_type === 'unicode_emoji') return <span>{glyph() || `:${emoji_name}:`}</span>
  const url = store.state.realm_emoji[emoji_code]?.source_url
  return url ? <img class="emoji" src={url} alt="" /> : <span>{`:${emoji_name}:`}</span>
}
