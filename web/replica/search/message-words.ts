import { htmlText } from '../../../src/markdown/html-text'
import { stem } from '../../../src/tokenizer/stem'
import { characterPairs, foldForSearch, splitByScript } from '../../../src/tokenizer/tokens'
import type { SearchToken } from '../../../src/tokenizer/query'
import type { Kept } from '../kept'

const CONTENTS = {
  link: /<a (?![^>]*class="(?:stream|message))/,
  image: /<img (?![^>]*class="emoji)/,
  attachment: /\/user_uploads\//,
} as const

export const KINDS = ['link', 'image', 'attachment', 'reaction'] as const
export type Kind = (typeof KINDS)[number]

/** Returns whether a message has something. The server knows what an author wrote; here, the text that it became says so. */
export const hasKind = ({ content, reactions }: Kept, kind: Kind): boolean =>
  kind === 'reaction' ? (reactions?.length ?? 0) > 0 : CONTENTS[kind].test(content)

export const hasFlag = ({ flags }: Kept, ...alternatives: string[]): boolean =>
  flags?.some((flag) => alternatives.includes(flag)) === true

export const MENTIONS = ['mentioned', 'wildcard_mentioned']
export const ALERTED = 'has_alert_word'

/** Returns all under which the index finds a message: its words, its sender, and what it has. */
export function wordsOfMessage(kept: Kept): Set<string> {
  const words = new Set<string>([`sender:${kept.sender_id}`])
  for (const kind of KINDS) if (hasKind(kept, kind)) words.add(`has:${kind}`)
  if (hasFlag(kept, ...MENTIONS)) words.add('is:mentioned')
  if (hasFlag(kept, ALERTED)) words.add('is:alerted')
  for (const { part, isUnspaced } of splitByScript(foldForSearch(htmlText(kept.content)))) {
    if (!isUnspaced) words.add(stem(part))
    // A user may search for one character, or for more of them.
    else for (const pair of characterPairs(part)) words.add(pair).add(firstOf(pair))
  }
  return words
}

const firstOf = (text: string): string => [...text][0] ?? ''

/** Returns the words that the index has for each message with this token. */
export function indexedWords({ token, isUnspaced }: SearchToken): string[] {
  if (!isUnspaced) return [token]
  const pairs = characterPairs(token)
  return pairs.length === 1 ? pairs : pairs.slice(0, -1)
}
