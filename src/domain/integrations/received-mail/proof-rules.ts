import { readAddresses } from '../../../outside/received/addresses'
import { delimitsBody } from '../../../outside/received/email-parts'
import { fieldsIn, valueIn, type Entity, type Header } from '../../../outside/received/header-fields'
import { readParameters } from '../../../outside/received/header-parameters'
import { SECONDS_PER_DAY } from '../../../store/days'
import { REMEMBERED_DAYS } from './arrival-rules'

// A reader of a signed email can add fields to it, remove those that the signature omits, and send it again. So an email is proven
// only if the signature covers every field that this server reads, and if its `Date` is in the time for which emails are
// remembered.

/** The domain that must sign an email, and the fields that its signature must cover. */
export type RequiredSignature = { domain: string; fields: readonly string[] }

const ALWAYS = ['subject', 'date', 'message-id']
// The clock of a sender may be ahead by a day, so the oldest email is a day younger than the memory of emails.
const MAX_AHEAD_SECONDS = SECONDS_PER_DAY
const MAX_AGE_SECONDS = (REMEMBERED_DAYS - 1) * SECONDS_PER_DAY - 1

/**
 * Returns which signature proves that the only address in `From` wrote the email for the address `to`. Returns undefined if no
 * signature can. An email for other people, which one of them sends here, is not what its author wanted to post.
 */
export function requiredSignature(email: Entity, to: string, now: number): RequiredSignature | undefined {
  const { header } = email
  const [author, ...more] = readAddresses(onlyValue(header, 'from') ?? '')
  const recipients = fieldWithAddress(header, to)
  const contents = fieldsOfContents(email)
  if (author === undefined || more.length > 0 || recipients === undefined || contents === undefined) return undefined
  if (ALWAYS.some((name) => onlyValue(header, name) === undefined) || !isRecent(header, now)) return undefined
  const domain = author.address.slice(author.address.lastIndexOf('@') + 1).toLowerCase()
  return { domain, fields: ['from', recipients, ...ALWAYS, ...contents] }
}

/** Returns which of the fields for recipients has an address. A field that occurs twice may have been added by another sender. */
const fieldWithAddress = (header: Header, address: string): string | undefined =>
  ['to', 'cc'].find((name) =>
    readAddresses(onlyValue(header, name) ?? '').some((found) => isSameAddress(found.address, address)),
  )

const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * Returns the fields that decide how the text is read. Gmail does not sign `Content-Type`. Then the text itself, which is signed,
 * must begin and end with the boundary, so that no other boundary can select parts of it. The encoding of an email with parts is
 * not read: each part has its own.
 */
function fieldsOfContents(email: Entity): string[] | undefined {
  const type = onlyValue(email.header, 'content-type')
  if (type === undefined || fieldsIn(email.header, 'content-transfer-encoding').length > 1) return undefined
  const { value, parameters } = readParameters(type)
  const boundary = value.startsWith('multipart/') ? (parameters.get('boundary') ?? '') : ''
  if (boundary === '')
    return fieldsIn(email.header, 'content-transfer-encoding').length === 1
      ? ['content-type', 'content-transfer-encoding']
      : undefined
  return delimitsBody(email.body, boundary) ? [] : ['content-type']
}

function isRecent(header: Header, now: number): boolean {
  const sent_at = Date.parse(valueIn(header, 'date')) / 1000
  return sent_at > now - MAX_AGE_SECONDS && sent_at < now + MAX_AHEAD_SECONDS
}

function onlyValue(header: Header, name: string): string | undefined {
  const [field, ...others] = fieldsIn(header, name)
  return others.length === 0 ? field?.value : undefined
}
