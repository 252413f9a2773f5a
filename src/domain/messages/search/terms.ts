import { badNarrow, type Term } from '../narrows/term'
import { parseQuery } from '../../../tokenizer/query'
import type { Search } from './match-rules'

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
