import { readAddresses } from './addresses'
import { bytesOf, decodeTransfer, headerText } from './decode-text'
import { splitParts } from './email-parts'
import { latin1, readEntity, valueIn, withoutSpaces, type Entity, type Header } from './header-fields'
import { readParameters } from './header-parameters'

/** What an email says about another one that did not arrive. All of it is text of a stranger. */
export type Bounce = {
  /** Whether the recipient's server will never accept emails to the address, or the recipient complained. */
  isFinal: boolean
  reason: string
  /** The addresses that may be the one to which this server sent the email. */
  addresses: readonly string[]
}

const [MAX_PARTS, MAX_BODY_BYTES, MAX_OLDER_REPORT, MAX_ADDRESSES, MAX_REASON] = [10, 256 * 1024, 16 * 1024, 20, 200]

/**
 * Reads a bounce: a delivery report (RFC 3464), a complaint (RFC 5965), or the text of an older mail server. Returns undefined if
 * the email is none of them.
 */
export function readBounce(email: Entity): Bounce | undefined {
  const parts = partsOf(email)
  const returned = parts.find(({ header }) => /^(message\/rfc822|text\/rfc822-headers)\b/i.test(typeOf(header)))
  const recipients = returned === undefined ? [] : addressesIn(valueIn(headerOf(returned), 'to'))
  const found = reportIn(parts) ?? complaintIn(parts) ?? olderReport(email)
  return found && { ...found, addresses: [...found.addresses, ...recipients].slice(0, MAX_ADDRESSES) }
}

function partsOf({ header, body }: Entity): Entity[] {
  const { value, parameters } = readParameters(valueIn(header, 'content-type'))
  const boundary = parameters.get('boundary') ?? ''
  if (value !== 'multipart/report' || boundary === '') return []
  return splitParts(body, boundary, MAX_PARTS).map((bytes) => readEntity(bytes))
}

const typeOf = (header: Header): string => valueIn(header, 'content-type')
const headerOf = ({ body }: Entity): Header => readEntity(body).header
const addressesIn = (value: string): string[] => readAddresses(value).map(({ address }) => address)

/** The report of a delivery has a group of fields for the email, and one for each recipient. */
function reportIn(parts: readonly Entity[]): Bounce | undefined {
  const report = parts.find(({ header }) => /^message\/(global-)?delivery-status\b/i.test(typeOf(header)))
  if (report === undefined) return undefined
  const groups = textOf(report)
    .split(/\r?\n\r?\n/)
    .slice(0, MAX_ADDRESSES)
  const recipients = groups
    .map((group) => readEntity(bytesOf(`${withoutSpaces(group)}\r\n\r\n`)).header)
    .filter((header) => valueIn(header, 'final-recipient') !== '')
  const failed = recipients.find((header) => isFinalFailure(header))
  const addresses = recipients.flatMap((header) =>
    ['original-recipient', 'final-recipient'].flatMap((name) => addressesIn(afterType(valueIn(header, name)))),
  )
  const of = failed ?? recipients[0]
  return { isFinal: failed !== undefined, reason: of === undefined ? '' : reasonOf(of), addresses }
}

/** A field begins with the type of its value: `rfc822; ada@example.com`. */
const afterType = (value: string): string => withoutSpaces(value.slice(value.indexOf(';') + 1))

function isFinalFailure(header: Header): boolean {
  if (valueIn(header, 'action').toLowerCase() !== 'failed') return false
  return isFinalStatus(/\d\.\d{1,3}\.\d{1,3}/.exec(valueIn(header, 'status'))?.[0] ?? '', reasonOf(header))
}

const UNKNOWN_USER =
  /user unknown|unknown user|no such (?:user|recipient|mailbox)|does not exist|doesn't exist|mailbox (?:unavailable|not found)|no mailbox here|recipient (?:address )?rejected|address rejected|not a valid recipient|recipient ?not ?found/i

/**
 * Whether a status says that the address does not exist, or accepts no mail (RFC 3463). A full mailbox, and a server that dislikes
 * the text or the sender, say nothing about the address. An undefined status leaves it to the words of the server.
 */
function isFinalStatus(status: string, words: string): boolean {
  const code = /\b5\.\d{1,3}\.\d{1,3}\b/.exec(words)?.[0] ?? status
  const [kind, subject, detail] = (/^5\.[12]\./.test(status) ? status : code).split('.')
  if (kind !== '5') return false
  if (subject === '1') return detail !== '7' && detail !== '8'
  if (subject === '2') return detail !== '2' && detail !== '3'
  return ['0', '4', '5'].includes(subject ?? '') && UNKNOWN_USER.test(words)
}

const reasonOf = (header: Header): string =>
  readable(afterType(valueIn(header, 'diagnostic-code')) || valueIn(header, 'status'))

const readable = (reason: string): string =>
  withoutSpaces(headerText(reason).replaceAll(/[\p{Cc} ]+/gu, ' ')).slice(0, MAX_REASON)

/** The recipient called the email spam. More of them would harm the reputation of the sender. */
function complaintIn(parts: readonly Entity[]): Bounce | undefined {
  const report = parts.find(({ header }) => /^message\/feedback-report\b/i.test(typeOf(header)))
  if (report === undefined) return undefined
  const { header } = readEntity(bytesOf(`${withoutSpaces(textOf(report))}\r\n\r\n`))
  const type = valueIn(header, 'feedback-type').toLowerCase()
  return {
    isFinal: type === 'abuse',
    reason: `feedback: ${type.slice(0, 40)}`,
    addresses: addressesIn(valueIn(header, 'original-rcpt-to')),
  }
}

/** Older programs name the address in a field, or begin a paragraph with it: `<ada@example.com>:`. */
function olderReport(email: Entity): Bounce | undefined {
  const text = textOf(email).slice(0, MAX_OLDER_REPORT)
  const [, address, words = ''] = /^<([^<> \t\r\n]{3,320})>:?[ \t]*\r?\n([\s\S]{0,1000}?)\r?\n\r?\n/m.exec(text) ?? []
  const failed = addressesIn(valueIn(email.header, 'x-failed-recipients'))
  const addresses = [...failed, ...(address === undefined ? [] : [address])]
  if (addresses.length === 0) return undefined
  const reason = words || (UNKNOWN_USER.exec(text)?.[0] ?? '')
  return {
    isFinal: isFinalStatus(/\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(reason)?.[0] ?? '5.0.0', reason),
    reason: readable(reason),
    addresses,
  }
}

const textOf = ({ header, body }: Entity): string =>
  latin1(decodeTransfer(body.subarray(0, MAX_BODY_BYTES), valueIn(header, 'content-transfer-encoding')))
