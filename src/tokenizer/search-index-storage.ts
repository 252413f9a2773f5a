import { htmlText } from '../markdown/html-text'
import { orUnavailable, type D1 } from '../store/d1'
import { ROWS_PER_REALM } from '../store/d1-tables'
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
const TOKENS_MAX = 64

const matchExpression = (tokens: readonly SearchToken[]): string =>
  tokens
    .flatMap((searchToken) => {
      const { indexTokens, isPrefix } = indexTokensOf(searchToken)
      return indexTokens.map((token) => `"${encodeToken(token)}"${isPrefix ? '*' : ''}`)
    })
    .slice(0, TOKENS_MAX)
    .join(' ')

export type CandidateRange = { direction: 'before' | 'after'; bound: number; most: number }

type IdRow = { id: number }

/** Returns messages that contain all of the tokens. The nearest to the bound come first. */
export async function findCandidates(
  d1: D1,
  realm_id: string,
  tokens: readonly SearchToken[],
  { direction, bound, most }: CandidateRange,
): Promise<number[]> {
  const expression = matchExpression(tokens)
  const from = Math.min(bound, ROWS_PER_REALM - 1)
  const rows = await orUnavailable(
    direction === 'before'
      ? d1.all<IdRow>`
          WITH realm AS (SELECT number * 1099511627776 AS first FROM realm_numbers WHERE realm_id = ${realm_id})
          SELECT rowid - (SELECT first FROM realm) AS id FROM messages_words
          WHERE messages_words MATCH ${expression} AND rowid > (SELECT first FROM realm)
            AND rowid < (SELECT first + CAST(${from} AS INTEGER) FROM realm)
          ORDER BY rowid DESC LIMIT ${most}`
      : d1.all<IdRow>`
          WITH realm AS (SELECT number * 1099511627776 AS first FROM realm_numbers WHERE realm_id = ${realm_id})
          SELECT rowid - (SELECT first FROM realm) AS id FROM messages_words
          WHERE messages_words MATCH ${expression} AND rowid > (SELECT first + CAST(${from} AS INTEGER) FROM realm)
            AND rowid < (SELECT first + 1099511627776 FROM realm)
          ORDER BY rowid LIMIT ${most}`,
  )
  return rows.map(({ id }) => id)
}

/** Returns the ids whose messages contain all of the tokens. */
export async function filterByIndex(
  d1: D1,
  realm_id: string,
  tokens: readonly SearchToken[],
  ids: readonly number[],
): Promise<number[]> {
  const rows = await orUnavailable(d1.all<IdRow>`
    WITH realm AS (SELECT number * 1099511627776 AS first FROM realm_numbers WHERE realm_id = ${realm_id})
    SELECT rowid - (SELECT first FROM realm) AS id FROM messages_words
    WHERE messages_words MATCH ${matchExpression(tokens)}
      AND rowid IN (SELECT (SELECT first FROM realm) + value FROM json_each(${ids}))`)
  return rows.map(({ id }) => id)
}
