import { htmlText } from '../../../markdown/html-text'
import {
  containsToken,
  countToken,
  matchesQuery,
  normalizeText,
  type Query,
  type SearchToken,
} from '../../../tokenizer/query'
import { MAX_OCCURRENCES } from './ranking-rules'

// What a search finds in a text, for the server and for a client that keeps messages: it imports neither.

/** A message must match each query in `required`, and no query in `excluded`. */
export type Search = { required: Query[]; excluded: Query[] }

/** Returns the tokens of all required queries, each once. */
export const requiredTokens = ({ required }: Search): SearchToken[] => [
  ...new Map(required.flatMap((query) => query.tokens.map((token) => [token.token, token]))).values(),
]

/** Whether no message can match: a required query has no tokens. */
export const cannotMatch = ({ required }: Search): boolean => required.some((query) => query.tokens.length === 0)

/** Returns whether a message has all required queries, in its topic or its content, and no excluded one. */
export function matchesSearch(
  { required, excluded }: Search,
  topic: string,
  { rendered_content }: { rendered_content: string },
): boolean {
  const texts = [normalizeText(topic), normalizeText(htmlText(rendered_content))]
  return required.every((query) => matchesQuery(query, texts)) && !excluded.some((query) => matchesQuery(query, texts))
}

// A topic is short, so a long search has most of its tokens in the content.
export const MAX_TOPIC_TOKENS = 16

export type Words = { tokens: SearchToken[]; literals: string[] }

/** Returns the words of a search, and its texts as they were written. */
export const rankedWords = (
  search: Search | undefined,
  terms: readonly { operator: string; operand: unknown; negated?: boolean | undefined }[],
): Words => ({
  tokens: search ? requiredTokens(search).slice(0, MAX_TOPIC_TOKENS) : [],
  literals: terms.flatMap(({ operator, operand, negated }) => {
    const text = operator === 'search' && negated !== true ? normalizeText(String(operand).replaceAll('"', '')) : ''
    return text === '' ? [] : [text]
  }),
})

/** Returns where a message has the words: what the order by relevance depends on. */
export function wordsIn({ tokens, literals }: Words, topic: string, body: { rendered_content: string } | undefined) {
  if (tokens.length === 0) return { words_in_topic: 0, occurrences: 0, length: 0, is_literal: false }
  const name = normalizeText(topic)
  const text = normalizeText(htmlText(body?.rendered_content ?? ''))
  return {
    words_in_topic: tokens.filter((token) => containsToken(name, token)).length,
    occurrences: tokens.reduce((sum, token) => sum + countToken(text, token, MAX_OCCURRENCES), 0),
    length: text.length,
    is_literal: literals.every((literal) => text.includes(literal) || name.includes(literal)),
  }
}
