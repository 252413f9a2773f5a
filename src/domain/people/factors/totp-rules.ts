import { createHmac } from 'node:crypto'
import { sameSecret } from '../../../api/callers'

const STEP_SECONDS = 30
const DIGITS = 6
/** A code counts for its own step, and for one before and after it: clocks differ, and people type slowly. */
const STEPS_OFF = [-1, 0, 1]
export const SECRET_BYTES = 20

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns the text of a secret as apps for codes read it. Its length in bytes is a multiple of five, so it needs no padding. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[parseInt(five, 2)]).join('')
}

export function bytesOfBase32(text: string): Uint8Array {
  const bits = [...text].map((digit) => BASE32.indexOf(digit).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => parseInt(byte, 2))
}

/** Returns the number of the time step at a time in seconds. */
export const stepAt = (seconds: number): number => Math.floor(seconds / STEP_SECONDS)

/** Returns the code of a time step: RFC 4226, with SHA-1 as all apps have it. */
export function codeOfStep(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 15
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * Returns the time step of a code, or undefined if the code is wrong. A code of `last_step` or an earlier step was used before, or
 * another one was used after it: it is not accepted again.
 */
export function acceptedStep(
  secret: Uint8Array,
  code: string,
  { now, last_step }: { now: number; last_step: number },
): number | undefined {
  const typed = code.replaceAll(/\s/g, '')
  // All steps are compared, so the time of the answer does not tell which one was close.
  return STEPS_OFF.map((off) => stepAt(now) + off)
    .filter((step) => sameSecret(codeOfStep(secret, step), typed))
    .find((step) => step > last_step)
}

/** Returns the address that apps for codes read from a QR code. */
export function otpauthUrl(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
