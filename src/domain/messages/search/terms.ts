import { badNarrow, type Term } from '../narrows/term'
import { parseQuery, type Query, type SearchToken } from '../../../tokenizer/query'

/** A message must match each query in `required`, and no query in `excluded`. */
export type Search = { required: Query[]; excluded: Query[] }

// Each candidate is compared with each word of the query.
const MAX_QUERY_CHARACTERS = 4_000

/** Splits a narrow into the terms that the realm can decide, and its `search` terms. Throws if a query is empty or too long. */
export function splitSearch(terms: readonly Term[]): { narrow: Term[]; search: Search | undefined } {
  const searchTerms = terms.filter(({ operator }) => operator === 'search')
  const narrow = terms.filter(({ operator }) => operator !== 'search')
  if (searchTerms.length === 0) return { narrow, search: undefined }
  const queries = searchTerms.map(({ operand, negated }) => {
    const text = typeof operand === 'object' ? '' : String(operand)
    if (text.trim() === '') throw badNarrow({ desc: 'search for nothing' })
    if (text.length > MAX_QUERY_CHARACTERS) throw badNarrow({ desc: 'search for too many characters' })
    return { query: parseQuery(text), negated }
  })
  const queriesWith = (isNegated: boolean) =>
    queries.flatMap(({ query, negated }) => (negated === isNegated ? [query] : []))
  return { narrow, search: { required: queriesWith(false), excluded: queriesWith(true) } }
}

/** Returns the tokens of all required queries, each once. */
export const requiredTokens = ({ required }: Search): SearchToken[] => [
  ...new Map(required.flatMap((query) => query.tokens.map((token) => [token.token, token]))).values(),
]

/** Whether no message can match: a required query has no tokens. */
export const cannotMatch = ({ required }: Search): boolean => required.some((query) => query.tokens.length === 0)
