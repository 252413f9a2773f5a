import { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

/**
 * The Worker hashes passwords, which takes forty milliseconds of one core. In the realm object, all other requests would wait.
 * The stored text names its own cost, so the cost can rise and old hashes still verify.
 */
const BLOCK_SIZE = 8
const BYTES = 32

export function hashPassword(password: string, cost: number): string {
  const salt = randomBytes(16)
  return `scrypt$${cost}$${salt.toString('base64')}$${derive(password, salt, cost).toString('base64')}`
}

/** Whether the hash `stored` is that of the password. Without a hash the answer takes as long as for a wrong password. */
export function isPassword(password: string, stored: string | null, usualCost: number): boolean {
  const [, cost, salt, hash] = (stored ?? hashOfNoPassword(usualCost)).split('$')
  if (cost === undefined || salt === undefined || hash === undefined)
    throw new Error('A stored password hash is malformed')
  const isSame = timingSafeEqual(
    derive(password, Buffer.from(salt, 'base64'), Number(cost)),
    Buffer.from(hash, 'base64'),
  )
  return isSame && stored !== null
}

const hashOfNoPassword = (cost: number) => `scrypt$${cost}$${'A'.repeat(22)}==$${'A'.repeat(43)}=`

const derive = (password: string, salt: Uint8Array, cost: number): Buffer =>
  scryptSync(password.normalize('NFKC'), salt, BYTES, { N: cost, r: BLOCK_SIZE, p: 1, maxmem: 256 * cost * BLOCK_SIZE })
