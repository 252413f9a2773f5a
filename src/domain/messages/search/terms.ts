import { badNarrow, type Term } from '../narrows/term'
import { parseQuery, type Query, type SearchToken } from '../../../tokenizer/query'

/** What a narrow searches for, and what it must not have; nothing where it does not search. */
export type Search = { required: Query[]; excluded: Query[] }

/** Each message that may fit is looked through for each word. */
const MAX_SEARCH_LENGTH = 4_000

/** A narrow taken apart: what the realm can tell of a message, and what only its words can. */
export function splitSearch(terms: readonly Term[]): { narrow: Term[]; search: Search | undefined } {
  const searching = terms.filter(({ operator }) => operator === 'search')
  const narrow = terms.filter(({ operator }) => operator !== 'search')
  if (searching.length === 0) return { narrow, search: undefined }
  const queries = searching.map(({ operand, negated }) => {
    const said = typeof operand === 'object' ? '' : String(operand)
    if (said.trim() === '') throw badNarrow({ desc: 'search for nothing' })
    if (said.length > MAX_SEARCH_LENGTH) throw badNarrow({ desc: 'search for too many characters' })
    return { query: parseQuery(said), negated }
  })
  const those = (isNegated: boolean) => queries.flatMap(({ query, negated }) => (negated === isNegated ? [query] : []))
  return { narrow, search: { required: those(false), excluded: those(true) } }
}

/** All the single things that are searched for, each once. */
export const requiredTokens = ({ required }: Search): SearchToken[] => [
  ...new Map(required.flatMap((query) => query.tokens.map((each) => [each.token, each]))).values(),
]

/** There is nothing that could be found. */
export const cannotMatch = ({ required }: Search): boolean => required.some((query) => query.tokens.length === 0)
