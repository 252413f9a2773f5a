import { isSpectator, notLoggedIn } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import type { Term } from './term'

const FOR_SPECTATORS = 'channel channels topic sender has search near id with'.split(' ')

/** They must say that it is web-public channels they look into, and have nothing that is their own. */
export function requireSpectatorNarrow(reader: User, terms: readonly Term[]): void {
  if (!isSpectator(reader)) return
  const saysSo = terms.some(
    ({ operator, operand, negated }) => operator === 'channels' && operand === 'web-public' && !negated,
  )
  if (!saysSo || terms.some(({ operator }) => !FOR_SPECTATORS.includes(operator))) throw notLoggedIn({})
}
