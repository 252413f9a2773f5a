import { htmlText } from '../markdown/html-text'
import { orUnavailable, type D1 } from '../store/d1'
import { ROWS_PER_REALM } from '../store/d1-tables'
import { indexTokensOf, type SearchToken } from './query'
import { tokensOf } from './tokens'

/**
 * The words of messages in D1, where the bodies are: those who send wait for neither. What it answers are candidates: who
 * may read them and whether they really fit is asked of each.
 */

/** What a body is found by. */
export const indexText = (rendered_content: string): string =>
  [...tokensOf(htmlText(rendered_content))].map(encodeToken).join(' ')

// The index takes text apart at whatever is neither an ASCII letter nor a digit, so all else is spelled in digits, four for
// each unit: then what begins a token begins its spelling.
const encodeToken = (token: string): string =>
  /^[a-z0-9]+$/.test(token)
    ? token
    : Array.from({ length: token.length }, (_, i) => token.charCodeAt(i).toString(16).padStart(4, '0')).join('')

// Whoever looks for more than this finds what has that many of it, and the rest is looked for in there.
const TOKENS_MAX = 64

const expressionFor = (wanted: readonly SearchToken[]): string =>
  wanted
    .flatMap((each) => {
      const { tokens, isBeginning } = indexTokensOf(each)
      return tokens.map((token) => `"${encodeToken(token)}"${isBeginning ? '*' : ''}`)
    })
    .slice(0, TOKENS_MAX)
    .join(' ')

export type Candidates = { direction: 'before' | 'after'; bound: number; most: number }

type Found = { id: number }

/** Messages with all of these, nearest to the bound first. */
export async function findCandidates(
  d1: D1,
  realm_id: string,
  wanted: readonly SearchToken[],
  { direction, bound, most }: Candidates,
): Promise<number[]> {
  const expression = expressionFor(wanted)
  const from = Math.min(bound, ROWS_PER_REALM - 1)
  const rows = await orUnavailable(
    direction === 'before'
      ? d1.all<Found>`
          WITH realm AS (SELECT number * 1099511627776 AS first FROM realm_numbers WHERE realm_id = ${realm_id})
          SELECT rowid - (SELECT first FROM realm) AS id FROM messages_words
          WHERE messages_words MATCH ${expression} AND rowid > (SELECT first FROM realm)
            AND rowid < (SELECT first + CAST(${from} AS INTEGER) FROM realm)
          ORDER BY rowid DESC LIMIT ${most}`
      : d1.all<Found>`
          WITH realm AS (SELECT number * 1099511627776 AS first FROM realm_numbers WHERE realm_id = ${realm_id})
          SELECT rowid - (SELECT first FROM realm) AS id FROM messages_words
          WHERE messages_words MATCH ${expression} AND rowid > (SELECT first + CAST(${from} AS INTEGER) FROM realm)
            AND rowid < (SELECT first + 1099511627776 FROM realm)
          ORDER BY rowid LIMIT ${most}`,
  )
  return rows.map(({ id }) => id)
}

/** Those of these messages that have all of it. */
export async function filterByIndex(
  d1: D1,
  realm_id: string,
  wanted: readonly SearchToken[],
  ids: readonly number[],
): Promise<number[]> {
  const rows = await orUnavailable(d1.all<Found>`
    WITH realm AS (SELECT number * 1099511627776 AS first FROM realm_numbers WHERE realm_id = ${realm_id})
    SELECT rowid - (SELECT first FROM realm) AS id FROM messages_words
    WHERE messages_words MATCH ${expressionFor(wanted)}
      AND rowid IN (SELECT (SELECT first FROM realm) + value FROM json_each(${ids}))`)
  return rows.map(({ id }) => id)
}
