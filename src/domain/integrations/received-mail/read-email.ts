import { createHash } from 'node:crypto'
import { htmlToMarkdown } from '../../../outside/received/html/html-to-markdown'
import { omitsOf } from '../../../outside/received/html/quoted-email'
import { readAddresses } from '../../../outside/received/addresses'
import { isAutomatic, isBounce, isLoop } from '../../../outside/received/automatic-rules'
import { headerText } from '../../../outside/received/decode-text'
import { isSignedBy, type DkimConfig } from '../../../outside/received/dkim'
import { readContents, type ReceivedFile, type TextPart } from '../../../outside/received/email-parts'
import { readEntity, valueIn, type Entity } from '../../../outside/received/header-fields'
import { ownText, type Kept } from '../../../outside/received/quote-rules'
import type { MailAddress, MailOption, MessagePurpose } from '../../../store/mail-addresses'
import { addressKey } from './arrival-rules'
import { isForwarded } from './content-rules'
import type { ReceivedEmail } from './email'
import { requiredSignature } from './proof-rules'

type Arrival = {
  bytes: Uint8Array
  to: string
  address: Pick<MailAddress, 'options'> & { purpose: MessagePurpose }
  envelope_from: string
  now: number
  config: DkimConfig
}

type ReadEmail = { email: ReceivedEmail; body: string; files: readonly ReceivedFile[] }

/** Reads an email. Throws `UnreadableEmail`, and `DnsUnavailable` if nothing can say yet from whom it is. */
export async function readEmail({ bytes, to, address, envelope_from, now, config }: Arrival): Promise<ReadEmail> {
  const entity = readEntity(bytes)
  const { header } = entity
  const { texts, files } = readContents(entity)
  const subject = headerText(valueIn(header, 'subject')).slice(0, 1000)
  const kept = {
    quotes: address.options.includes('include-quotes') || (address.purpose.kind === 'channel' && isForwarded(subject)),
    footer: address.options.includes('include-footer'),
  }
  const body = texts.map((part) => textOfPart(part, address.options, kept)).filter((text) => text !== '')
  const author = valueIn(header, 'from')
  // Some programs encode the address together with the name. It is shown, and proves nothing.
  const from = readAddresses(author)[0] ?? { name: headerText(author), address: '' }
  const email = {
    email_hash: hashOf(entity, bytes, addressKey(address.purpose)),
    subject,
    from: from.address.slice(0, 320),
    from_name: from.name.slice(0, 200),
    is_automatic: isAutomatic(header, envelope_from),
    is_loop: isLoop(header) || isBounce(header, envelope_from),
  }
  const is_proven = !email.is_loop && needsProof(address.purpose) && (await isProven(entity, { to, now, config }))
  return { email: { ...email, is_proven }, body: body.join('\n\n'), files }
}

/** Whether a person can be the sender of the message. */
const needsProof = (purpose: MessagePurpose): boolean =>
  purpose.kind === 'reply' || purpose.sender_id === purpose.creator_id

type Proof = Pick<Arrival, 'to' | 'now' | 'config'>

/** Whether the domain of the author signed the email for this address, with all fields that are read. */
async function isProven(entity: Entity, { to, now, config }: Proof): Promise<boolean> {
  const required = requiredSignature(entity, to, now)
  return required !== undefined && isSignedBy(required, entity, now, config)
}

/** The platform delivers an email again if the Worker failed. Two emails never have the same Message-ID. */
function hashOf({ header }: Entity, bytes: Uint8Array, address: string): string {
  const id = valueIn(header, 'message-id')
  const hash = createHash('sha256').update(`${address}\n`)
  return (id === '' ? hash.update(bytes) : hash.update(id)).digest('hex')
}

/** Returns the text of the author as Markdown. */
function textOfPart({ text, html }: TextPart, options: readonly MailOption[], kept: Kept): string {
  const prefersHtml = options.includes('prefer-html') || text === undefined || text.trim() === ''
  const written = html !== undefined && prefersHtml ? htmlToMarkdown(html, omitsOf(kept)) : (text ?? '')
  return ownText(written.replaceAll(CONTROLS, ''), kept)
}

const CONTROLS = /[^\P{Cc}\n\t]/gu
