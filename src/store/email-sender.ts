import { problemOfAddress } from '../outside/address-rules'
import { fetchOutside, type Outside } from '../outside/fetch-outside'
import { mimeMessage } from '../outside/mime'
import { purposes } from '../outside/purposes'
import { OWN_EMAIL_FIELD } from '../outside/received/automatic-rules'
import { SmtpRefusal, submitMessage } from '../outside/smtp'
import { isAddressRefused, smtpServerOf } from '../outside/smtp-rules'
import { dayOf } from './days'
import type { RenderedEmail, Secrets } from './email'
import { problemOfEmail } from './email-headers'
import { bounceAddress } from './mail-addresses'
import { randomUuid } from './randomness'

/** Sends one email. Rejects if it was not sent. A repeated `id` lets the recipient's server recognise a repeated email. */
export type SendEmail = (email: RenderedEmail, id: string) => Promise<void>

/** A refusal that another attempt would not change: of the address, or of this email. */
export class EmailRefusal extends Error {
  constructor(
    readonly of: 'address' | 'email',
    message: string,
  ) {
    super(message)
  }
}

/** The platform's binding. It composes the message, so the content cannot add a header. */
export type EmailBinding = {
  send(message: {
    from: { email: string; name: string }
    to: string
    subject: string
    text: string
    html: string
    replyTo?: string
    headers: Record<string, string>
  }): Promise<unknown>
}

/** How a deployment sends emails: the first that is configured, of SMTP, an HTTP provider and the platform. */
export type EmailConfig = {
  mail_from: string
  mail_gateway: string
  mail_bounces: boolean
  smtp_url: string
  mail_http: { url: string; key: string }
  outside: Outside
}

/** The sender of a deployment that cannot send: the emails stay in the queue. */
export const NO_SENDER: SendEmail = async () => {
  throw new Error('There is no EMAIL binding, or no MAIL_FROM')
}

/** Returns the sender of a deployment. */
export function emailSender(binding: EmailBinding | undefined, config: EmailConfig, realm: SendingRealm): SendEmail {
  const send = senderOf(binding, config)
  if (send === undefined) return NO_SENDER
  const gateway = { mail_gateway: config.mail_gateway, secrets: realm.secrets }
  return async (email, id) => {
    const problem = problemOfEmail(email)
    if (problem !== undefined) throw new EmailRefusal('email', problem)
    // A bounce returns the header, so the address is in it, whatever the envelope says.
    const bounces_to = bounceAddress(gateway, email.to, dayOf(realm.now()))
    await send({ ...email, headers: { ...email.headers, [OWN_EMAIL_FIELD]: bounces_to ?? 'yes' } }, { id, bounces_to })
  }
}

/** The realm that sends, and its clock. */
type SendingRealm = { secrets: Secrets; now(): number }

type Sending = { id: string; bounces_to: string | undefined }
type SendChecked = (email: RenderedEmail, sending: Sending) => Promise<void>

function senderOf(binding: EmailBinding | undefined, config: EmailConfig): SendChecked | undefined {
  if (config.mail_from === '') return undefined
  if (config.smtp_url !== '') return smtpSender(config)
  if (config.mail_http.url !== '') return httpSender(config)
  return binding && platformSender(binding, config.mail_from)
}

/** The codes of the platform for an address to which it sends nothing. */
const ADDRESS_CODES = new Set(['E_RECIPIENT_SUPPRESSED', 'E_RECIPIENT_NOT_ALLOWED'])
const EMAIL_CODES = /^E_(HEADER|FIELD|VALIDATION|CONTENT)/

const platformSender =
  (binding: EmailBinding, mail_from: string): SendChecked =>
  async ({ from_name, reply_to, ...email }) => {
    const replyTo = reply_to === undefined ? {} : { replyTo: reply_to }
    try {
      await binding.send({ from: { email: mail_from, name: from_name }, ...email, ...replyTo })
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      if (ADDRESS_CODES.has(code)) throw new EmailRefusal('address', code)
      if (EMAIL_CODES.test(code)) throw new EmailRefusal('email', code)
      throw error
    }
  }

const SMTP_SECONDS = 15

function smtpSender({ smtp_url, mail_from, mail_bounces, outside }: EmailConfig): SendChecked {
  const host = mail_from.split('@').at(-1) ?? ''
  return async ({ from_name, ...email }, { id, bounces_to }) => {
    if (outside.disabled.has(purposes.mail.name)) throw new Error('OUTSIDE_REQUESTS_OFF has mail')
    // An invalid address is an error of this email, not of the realm.
    const server = smtpServerOf(smtp_url, host)
    if (problemOfAddress(`https://${server.host}`, outside)) throw new Error('SMTP_URL has no public host')
    const from = { email: mail_from, name: from_name }
    const mime = { ...email, from, message_id: `<${id}@${host}>`, date: new Date() }
    const message = mimeMessage(mime, randomUuid())
    try {
      const returnPath = mail_bounces && bounces_to !== undefined ? bounces_to : mail_from
      await submitMessage(server, { from: returnPath, to: email.to, message }, SMTP_SECONDS)
    } catch (error) {
      if (error instanceof SmtpRefusal && error.command === 'RCPT' && isAddressRefused(error.reply))
        throw new EmailRefusal('address', error.message)
      if (error instanceof SmtpRefusal && error.command === 'DATA' && error.reply.code >= 500)
        throw new EmailRefusal('email', error.message)
      throw error
    }
  }
}

/** Answers that another attempt may change, although they are about the request: the key, a time limit, a rate limit. */
const TEMPORARY_STATUSES = new Set([401, 403, 408, 409, 425, 429])

/** The form of the request that several providers share: JSON with these names, and the key as a bearer. */
const httpSender =
  ({ mail_http, mail_from, outside }: EmailConfig): SendChecked =>
  async ({ from_name, to, ...email }, { id }) => {
    const result = await fetchOutside(outside, purposes.mail, {
      url: mail_http.url,
      method: 'POST',
      headers: {
        authorization: `Bearer ${mail_http.key}`,
        'content-type': 'application/json',
        'idempotency-key': id,
      },
      body: JSON.stringify({ from: `${quotedName(from_name)} <${mail_from}>`, to: [to], ...email }),
    })
    if ('failure' in result) throw new Error(`The provider: ${result.failure}`)
    const { status } = result.response
    if (status >= 200 && status < 300) return
    const message = `The provider answered ${status}`
    if (status >= 500 || status < 400 || TEMPORARY_STATUSES.has(status)) throw new Error(message)
    throw new EmailRefusal('email', message)
  }

const quotedName = (name: string): string => `"${name.replaceAll(/["\\]/g, '')}"`
