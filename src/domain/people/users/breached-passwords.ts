import { createHash } from 'node:crypto'
import { logLine } from '../../../api/log-line'
import { fetchOutside, type Outside } from '../../../outside/fetch-outside'
import { purposes } from '../../../outside/purposes'

const ADDRESS = 'https://api.pwnedpasswords.com/range/'
const PREFIX_LENGTH = 5

/**
 * Returns whether a password is known from a data leak. The service learns 20 bits of a hash, which hundreds of passwords share,
 * and the answer has all of these. Returns false if the service does not answer: a user must be able to choose a password.
 */
export async function isBreached(policy: Outside, password: string): Promise<boolean> {
  const hash = createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase()
  const url = ADDRESS + hash.slice(0, PREFIX_LENGTH)
  // The padding hides from observers how long the list is.
  const result = await fetchOutside(policy, purposes.breached_passwords, { url, headers: { 'add-padding': 'true' } })
  if ('response' in result && result.response.ok)
    return breachesOf(await result.response.text(), hash.slice(PREFIX_LENGTH)) > 0
  logFailure('failure' in result ? result.failure : `status ${result.response.status}`)
  return false
}

/** Tells the operator that passwords are not checked. The log has nothing of the password or its hash. */
function logFailure(failure: string): void {
  if (failure !== 'disabled') logLine('warn', 'breached_passwords_unavailable', { failure })
}

/** Returns how often a list has the rest of a hash. Lines that only pad have the count 0. */
export function breachesOf(list: string, rest: string): number {
  const line = list.split(/\r?\n/).find((candidate) => candidate.startsWith(`${rest}:`))
  return line === undefined ? 0 : Number(line.slice(rest.length + 1)) || 0
}
