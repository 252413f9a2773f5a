import packed from './emoji-names.data.json'

/** Returns the code of a Unicode emoji by any of its names: `1f642` for `smile`. */
export const emojiCodeOf = (name: string): string | undefined => emojiTable().codes.get(name)

/** Returns the names of a Unicode emoji, the canonical one first, or none if there is no such emoji. */
export const namesOfEmoji = (code: string): readonly string[] => emojiTable().names.get(code) ?? []

/** Returns the names of all Unicode emoji, by code. */
export const allEmojiNames = (): ReadonlyMap<string, readonly string[]> => emojiTable().names

/** The names of the product's own emoji, which has an image but no code point. Older clients use the second name. */
export const EXTRA_EMOJI_NAMES: ReadonlySet<string> = new Set(['svc', 'zulip'])

/** The image of the product's own emoji. */
export const EXTRA_EMOJI_URL = '/static/generated/emoji/images/emoji/unicode/zulip.png'

type EmojiTable = { codes: Map<string, string>; names: Map<string, string[]> }

// The table is unpacked when it is first used, so that a realm object starts faster.
let unpackedTable: EmojiTable | undefined

const emojiTable = (): EmojiTable => (unpackedTable ??= unpack(packed.emoji))

function unpack(lines: readonly string[]): EmojiTable {
  const table: EmojiTable = { codes: new Map(), names: new Map() }
  for (const line of lines) {
    const [code = '', ...names] = line.split(' ')
    table.names.set(code, names)
    for (const name of names) table.codes.set(name, code)
  }
  return table
}
