import { htmlText } from '../markdown/html-text'
import { orUnavailable } from '../store/d1'
import { ROWS_PER_REALM } from '../store/d1-tables'
import { databaseOf, rangesOf, type IdRange } from '../store/generations'
import type { Texts } from '../store/texts'
import { indexTokensOf, type SearchToken } from './query'
import { tokensOf } from './tokens'

/**
 * The index of all words of messages is in D1, with the bodies. It returns candidates: the realm then checks whether the
 * viewer can read each message, and whether the message contains the phrases.
 */

/** Returns the text that the index stores for a body. */
export const indexText = (rendered_content: string): string =>
  [...tokensOf(htmlText(rendered_content))].map(encodeToken).join(' ')

// The index splits text at each character that is not an ASCII letter or a digit. So other tokens are stored in hexadecimal,
// four digits for each UTF-16 unit: a prefix of a token is then a prefix of its digits.
const encodeToken = (token: string): string =>
  /^[a-z0-9]+$/.test(token)
    ? token
    : Array.from({ length: token.length }, (_, index) => token.charCodeAt(index).toString(16).padStart(4, '0')).join('')

// A longer search uses only the first of its tokens here. The realm checks the others in the text of the candidates.
const MAX_TOKENS = 64

const matchExpression = (tokens: readonly SearchToken[]): string =>
  tokens
    .flatMap((searchToken) => {
      const { indexTokens, isPrefix } = indexTokensOf(searchToken)
      return indexTokens.map((token) => `"${encodeToken(token)}"${isPrefix ? '*' : ''}`)
    })
    .slice(0, MAX_TOKENS)
    .join(' ')

export type CandidateRange = { direction: 'before' | 'after'; bound: number; most: number }

type IdRow = { id: number }

/** Messages, the nearest to the bound first, and the bound from which the list continues; undefined at its end. */
export type Candidates = { ids: number[]; next: number | undefined }

/**
 * Returns messages that contain all of the tokens: those of the nearest generation that has some. So a search whose page is full
 * then asks no other database.
 */
export async function findCandidates(
  texts: Texts,
  tokens: readonly SearchToken[],
  { direction, bound, most }: CandidateRange,
): Promise<Candidates> {
  const expression = matchExpression(tokens)
  const ranges = rangesFrom(texts, direction, bound)
  for (const [index, { database, from, to }] of ranges.entries()) {
    const first = Math.max(from, direction === 'after' ? Math.min(bound + 1, ROWS_PER_REALM) : 0)
    const end = Math.min(to, direction === 'before' ? bound : Infinity, ROWS_PER_REALM)
    const ids = await candidatesIn(texts, database, { expression, direction, first, end, most })
    if (ids.length === most) return { ids, next: ids.at(-1) }
    const isLast = index === ranges.length - 1
    if (isLast || ids.length > 0) return { ids, next: isLast ? undefined : direction === 'before' ? from : to - 1 }
  }
  return { ids: [], next: undefined }
}

/** Returns the ranges of the generations that can contain such ids, the nearest to the bound first. */
function rangesFrom({ generations }: Texts, direction: CandidateRange['direction'], bound: number): IdRange[] {
  const ranges = rangesOf(generations, 'first_message_id')
  return direction === 'before'
    ? ranges.filter(({ from }) => from < bound).reverse()
    : ranges.filter(({ to }) => to - 1 > bound)
}

type IdsWithin = {
  expression: string
  direction: CandidateRange['direction']
  first: number
  end: number
  most: number
}

/** Returns ids from `first` on and below `end`. */
async function candidatesIn(
  texts: Texts,
  database: string,
  { expression, direction, first, end, most }: IdsWithin,
): Promise<number[]> {
  const { realm_id } = texts
  const d1 = texts.near(database)
  const rows = await orUnavailable(
    direction === 'before'
      ? d1.all<IdRow>`
          WITH realm AS (SELECT number * 1099511627776 AS first FROM realm_numbers WHERE realm_id = ${realm_id})
          SELECT rowid - (SELECT first FROM realm) AS id FROM messages_words
          WHERE messages_words MATCH ${expression} AND rowid >= (SELECT first + CAST(${first} AS INTEGER) FROM realm)
            AND rowid < (SELECT first + CAST(${end} AS INTEGER) FROM realm)
          ORDER BY rowid DESC LIMIT ${most}`
      : d1.all<IdRow>`
          WITH realm AS (SELECT number * 1099511627776 AS first FROM realm_numbers WHERE realm_id = ${realm_id})
          SELECT rowid - (SELECT first FROM realm) AS id FROM messages_words
          WHERE messages_words MATCH ${expression} AND rowid >= (SELECT first + CAST(${first} AS INTEGER) FROM realm)
            AND rowid < (SELECT first + CAST(${end} AS INTEGER) FROM realm)
          ORDER BY rowid LIMIT ${most}`,
  )
  return rows.map(({ id }) => id)
}

/**
 * Returns the ids whose messages contain all of the tokens. It reads the index once, from the least of the ids to the greatest: to look
 * up one id in the lists of several frequent words takes a millisecond, as long as to read thousands of ids of these lists in order.
 */
export async function filterByIndex(
  texts: Texts,
  tokens: readonly SearchToken[],
  ids: readonly number[],
): Promise<number[]> {
  const { generations, realm_id } = texts
  const expression = matchExpression(tokens)
  const byDatabase = Map.groupBy(ids, (id) => databaseOf(generations, 'first_message_id', id))
  const found = await Promise.all(
    [...byDatabase].map(([database, ofDatabase]) =>
      orUnavailable(texts.near(database).all<IdRow>`
        WITH realm AS (SELECT number * 1099511627776 AS first FROM realm_numbers WHERE realm_id = ${realm_id})
        SELECT rowid - (SELECT first FROM realm) AS id FROM messages_words
        WHERE messages_words MATCH ${expression}
          AND rowid >= (SELECT first + CAST(${Math.min(...ofDatabase)} AS INTEGER) FROM realm)
          AND rowid <= (SELECT first + CAST(${Math.max(...ofDatabase)} AS INTEGER) FROM realm)`),
    ),
  )
  const requested = new Set(ids)
  return found.flat().flatMap(({ id }) => (requested.has(id) ? [id] : []))
}
