import { sameSecret } from '../api/callers'
import { secretFor, type Secrets } from './email'

/** What an address at which the realm receives emails is for. No row stores it: the address has the facts and their code. */
export type MailPurpose = MessagePurpose | BouncePurpose

/** Messages: an answer, or an email to a channel. */
export type MessagePurpose =
  /** An answer of a user to a message, until a day (counted from 1970). */
  | { kind: 'reply'; user_id: number; message_id: number; last_day: number }
  /** Messages to a channel, with the rights of the user who created the address. A revoked address has an older version. */
  | { kind: 'channel'; stream_id: number; creator_id: number; sender_id: number; version: number }

/** Bounces of the emails to one recipient, until a day. `recipient` is `recipientMark` of the address. */
export type BouncePurpose = { kind: 'bounce'; last_day: number; recipient: number }

const MAIL_OPTIONS = ['show-sender', 'include-footer', 'include-quotes', 'prefer-text', 'prefer-html'] as const
export type MailOption = (typeof MAIL_OPTIONS)[number]

/** An address to which an email came: its realm, its purpose and its options. Its code is not checked yet. */
export type MailAddress = { realm_name: string; purpose: MailPurpose; code: string; options: readonly MailOption[] }

// RFC 5321 allows no more before the @.
const MAX_LOCAL_PART = 64
const CODE_LENGTH = 20
const RADIX = 36

const KIND_MARKS = { reply: 'r', channel: 'c', bounce: 'b' } as const

function numbersOf(purpose: MailPurpose): number[] {
  if (purpose.kind === 'reply') return [purpose.user_id, purpose.message_id, purpose.last_day]
  if (purpose.kind === 'bounce') return [purpose.last_day, purpose.recipient]
  return [purpose.stream_id, purpose.creator_id, purpose.sender_id, purpose.version]
}

const codeOf = (purpose: MailPurpose, secrets: Secrets): string =>
  secretFor(`email ${purpose.kind} ${numbersOf(purpose).join(' ')}`, secrets).slice(0, CODE_LENGTH)

export type Gateway = { mail_gateway: string; secrets: Secrets }

/**
 * Returns an address, or undefined if the deployment receives no emails, or if the name of the realm is so long that it does not
 * fit. The secret of the deployment is in its code, so no client can invent one.
 */
export function mailAddress(
  { mail_gateway, secrets }: Gateway,
  purpose: MailPurpose,
  { slug = '', options = [] }: { slug?: string; options?: readonly MailOption[] } = {},
): string | undefined {
  if (mail_gateway === '' || secrets.deployment_secret === '') return undefined
  const numbers = numbersOf(purpose).map((number) => number.toString(RADIX))
  const token = KIND_MARKS[purpose.kind] + [...numbers, codeOf(purpose, secrets), secrets.realm_name].join('-')
  const required = [token, ...options].join('.')
  const spare = MAX_LOCAL_PART - required.length - 1
  if (spare < -1) return undefined
  const name = slug.slice(0, Math.max(0, spare)).replace(/(?<!-)-+$/, '')
  return `${name === '' ? required : `${name}.${required}`}@${mail_gateway}`
}

const TOKEN = /^([rcb])((?:[0-9a-z]{1,11}-){2,4})([0-9a-f]{20})-([a-z0-9][a-z0-9-]{0,39})$/

/** Reads an address. Both `.` and `+` separate its parts. Returns undefined if it is at another domain, or has no token. */
export function readMailAddress(address: string, mail_gateway: string): MailAddress | undefined {
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (mail_gateway === '' || at < 0 || domain !== mail_gateway.toLowerCase() || address.length > 320) return undefined
  const parts = address.slice(0, at).toLowerCase().split(/[.+]/)
  const place = parts.findLastIndex((part) => TOKEN.test(part))
  const [, mark, numbers = '', code = '', realm_name = ''] = TOKEN.exec(parts[place] ?? '') ?? []
  const purpose = purposeOf(mark, numbers.split('-').slice(0, -1))
  if (purpose === undefined) return undefined
  const chosen = new Set(parts.slice(place + 1))
  return { realm_name, purpose, code, options: MAIL_OPTIONS.filter((option) => chosen.has(option)) }
}

function purposeOf(mark: string | undefined, numbers: readonly string[]): MailPurpose | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = numbers.map((text) => parseInt(text, RADIX))
  if (mark === 'r' && numbers.length === 3) return { kind: 'reply', user_id: a, message_id: b, last_day: c }
  if (mark === 'c' && numbers.length === 4)
    return { kind: 'channel', stream_id: a, creator_id: b, sender_id: c, version: d }
  if (mark === 'b' && numbers.length === 2) return { kind: 'bounce', last_day: a, recipient: b }
  return undefined
}

const RECIPIENT_MARK_LENGTH = 10
const BOUNCE_DAYS = 30

/** Returns the number that stands for an address. Without the secret of the deployment, no address can be found for a number. */
export const recipientMark = (address: string, secrets: Secrets): number =>
  parseInt(secretFor(`recipient ${address.trim().toLowerCase()}`, secrets).slice(0, RECIPIENT_MARK_LENGTH), 16)

/** Returns the address to which the bounces of an email to `to` go, which is sent today. */
export const bounceAddress = (gateway: Gateway, to: string, today: number): string | undefined =>
  mailAddress(gateway, {
    kind: 'bounce',
    last_day: today + BOUNCE_DAYS,
    recipient: recipientMark(to, gateway.secrets),
  })

/** Whether this deployment made the address, for this realm. */
export const isOurs = ({ purpose, code, realm_name }: MailAddress, secrets: Secrets): boolean =>
  secrets.deployment_secret !== '' && realm_name === secrets.realm_name && sameSecret(code, codeOf(purpose, secrets))
