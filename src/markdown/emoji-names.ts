import packed from './emoji-names.data.json'

/** The code of a Unicode emoji by any of its names: `smile` → `1f642`. */
export const emojiCodeOf = (name: string): string | undefined => emojiTable().codes.get(name)

/** Every name of a Unicode emoji, the canonical one first; none if there is no such emoji. */
export const namesOfEmoji = (code: string): readonly string[] => emojiTable().names.get(code) ?? []

/** All names of every Unicode emoji, by its code. */
export const everyEmoji = (): ReadonlyMap<string, readonly string[]> => emojiTable().names

/** Emoji of the product itself, which have a picture but no code point. The second is how older clients call the first. */
export const EXTRA_EMOJI_NAMES: ReadonlySet<string> = new Set(['svc', 'zulip'])

export const EXTRA_EMOJI_URL = '/static/generated/emoji/images/emoji/unicode/zulip.png'

type EmojiTable = { codes: Map<string, string>; names: Map<string, string[]> }

// Unpacked when first asked, so that an object that never meets an emoji wakes up sooner.
let unpacked: EmojiTable | undefined

const emojiTable = (): EmojiTable => (unpacked ??= unpack(packed.emoji))

function unpack(lines: readonly string[]): EmojiTable {
  const table: EmojiTable = { codes: new Map(), names: new Map() }
  for (const line of lines) {
    const [code = '', ...names] = line.split(' ')
    table.names.set(code, names)
    for (const name of names) table.codes.set(name, code)
  }
  return table
}
