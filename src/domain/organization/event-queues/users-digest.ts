import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { JsonText } from '../../../api/json-text'
import { optional, text } from '../../../api/params'

const DIGEST_LENGTH = 64
const LISTS = ['realm_users', 'realm_non_active_users', 'cross_realm_bots']

/** The digest of the lists of users that the client has, from an earlier registration. Empty: it has none. */
export const usersDigestParam = optional(text(DIGEST_LENGTH))

export const usersDigestFields = { parley_users_digest: v.optional(v.string()) }

/**
 * Returns the state with a digest of its lists of users. If it is the client's digest, the lists are left out: they are most of
 * the state in a large realm, and seldom change. The digest is of what this viewer sees, so it tells nothing more.
 */
export function withUsersDigest(state: object, clientDigest: string | undefined): object {
  if (clientDigest === undefined) return state
  const entries = Object.entries(state)
  const lists = entries.filter(([name]) => LISTS.includes(name))
  if (lists.length < LISTS.length) return state
  const parley_users_digest = digestOf(lists.map(([, list]) => list))
  const isSame = parley_users_digest === clientDigest
  const sent = isSame ? entries.filter(([name]) => !LISTS.includes(name)) : entries
  return { ...Object.fromEntries(sent), parley_users_digest }
}

function digestOf(lists: readonly unknown[]): string {
  const hash = createHash('sha256')
  for (const list of lists) {
    const pieces = list instanceof JsonText ? list.pieces : [JSON.stringify(list)]
    for (const piece of pieces) hash.update(typeof piece === 'string' ? piece : piece.key)
    hash.update('\n')
  }
  return hash.digest('hex')
}
