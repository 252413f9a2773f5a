import { scryptSync, timingSafeEqual } from 'node:crypto'
import { randomBytes } from '../../../store/randomness'

/**
 * The Worker hashes passwords, which takes 160 milliseconds of one core. In the realm object, all other requests would wait. The
 * stored text names its own cost, so the cost can rise, and old hashes still verify: see `needsNewHash`.
 */
const BLOCK_SIZE = 8
/** With N = 2^14, five rounds cost an attacker as much as one with N = 2^17, and need 16 MiB instead of 128 MiB at once. */
const ROUNDS = 5
const BYTES = 32

type Cost = { cost: number; rounds: number }

export function hashPassword(password: string, cost: number): string {
  const salt = randomBytes(16)
  const hash = derive(password, salt, { cost, rounds: ROUNDS })
  return ['scrypt', cost, ROUNDS, Buffer.from(salt).toString('base64'), hash.toString('base64')].join('$')
}

/** Whether the hash `stored` is that of the password. Without a hash the answer takes as long as for a wrong password. */
export function isPassword(password: string, stored: string | null, usualCost: number): boolean {
  const { salt, hash, ...cost } = partsOf(stored ?? hashOfNoPassword(usualCost))
  const isSame = timingSafeEqual(derive(password, Buffer.from(salt, 'base64'), cost), Buffer.from(hash, 'base64'))
  return isSame && stored !== null
}

/** Whether a hash has another cost than new ones. A login knows the password, so it can replace the hash. */
export function needsNewHash(stored: string, usualCost: number): boolean {
  const { cost, rounds } = partsOf(stored)
  return cost !== usualCost || rounds !== ROUNDS
}

/** Earlier versions stored no rounds: it was one. */
function partsOf(stored: string): Cost & { salt: string; hash: string } {
  const [, cost, ...others] = stored.split('$')
  const [salt, hash, rounds = '1'] = others.length === 3 ? [others[1], others[2], others[0]] : others
  if (cost === undefined || salt === undefined || hash === undefined)
    throw new Error('A stored password hash is malformed')
  return { cost: Number(cost), rounds: Number(rounds), salt, hash }
}

const hashOfNoPassword = (cost: number) => `scrypt$${cost}$${ROUNDS}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`

const derive = (password: string, salt: Uint8Array, { cost, rounds }: Cost): Buffer =>
  scryptSync(password.normalize('NFKC'), salt, BYTES, {
    N: cost,
    r: BLOCK_SIZE,
    p: rounds,
    maxmem: 256 * cost * BLOCK_SIZE,
  })
