import { notLoggedIn } from '../../../api/callers'
import { isSpectator } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import type { Term } from './term'

const FOR_SPECTATORS = 'channel channels topic sender has search near id with'.split(' ')

/** Throws if the reader is a spectator whose narrow lacks `channels:web-public`, or has operators that need an account. */
export function requireSpectatorNarrow(reader: User, terms: readonly Term[]): void {
  if (!isSpectator(reader)) return
  const isWebPublic = terms.some(
    ({ operator, operand, negated }) => operator === 'channels' && operand === 'web-public' && !negated,
  )
  if (!isWebPublic || terms.some(({ operator }) => !FOR_SPECTATORS.includes(operator))) throw notLoggedIn({})
}
