import { createHmac } from 'node:crypto'
import { html, type Html } from '../api/html'
import { directionOf } from '../pages/words/catalogue'
import { emailDocument } from './email-document'

/**
 * An email before it is rendered. A link with a secret is stored as the seed of the secret. The secret is computed when the
 * email is sent, so the database has no valid link.
 */
export type Email = {
  from_name: string
  to: string
  /** The language of the texts. Emails that an earlier release stored have none. */
  language: string | undefined
  subject: string
  paragraphs: (string | SecretLink)[]
  /** The organization. Its addresses within sentences are links, as those on the sites of the links are. */
  site?: string
  /** The page that stops emails of this type. Mail programs show a button for it. */
  unsubscribe?: SecretLink
}
export type SecretLink = { url: string; seed: string }

/** An email as it is sent. */
export type RenderedEmail = {
  from_name: string
  to: string
  subject: string
  text: string
  html: string
  reply_to?: string
  headers: Record<string, string>
}

export type Secrets = { deployment_secret: string; realm_name: string }

/** Returns the secret of a seed. It depends on the deployment's secret and on the realm. */
export const secretFor = (seed: string, { deployment_secret, realm_name }: Secrets): string =>
  createHmac('sha256', deployment_secret).update(`${realm_name} ${seed}`).digest('hex').slice(0, HEX_SECRET_LENGTH)

const HEX_SECRET_LENGTH = 40

/** Returns the address of the link: a page below its URL, named by the secret. */
export const addressOfLink = ({ url, seed }: SecretLink, secrets: Secrets): string =>
  `${url}/${secretFor(seed, secrets)}/`

/** Whether no mailbox can have the address: the domain `invalid` is reserved (RFC 2606). Guests who gave only a name have one. */
export const isReserved = (address: string): boolean => address.trim().toLowerCase().endsWith('.invalid')

const MAX_CHARACTERS_IN_HEADER = 200

/** Returns the email with its links as text and as HTML. */
export function renderEmail(email: Email, secrets: Secrets): RenderedEmail {
  const { paragraphs, site, unsubscribe, language } = email
  const texts = paragraphs.map((part) => (typeof part === 'string' ? part : addressOfLink(part, secrets)))
  const addresses = paragraphs.flatMap((part) => (typeof part === 'string' ? [] : [part.url])).concat(site ?? [])
  const origins = new Set(addresses.map((address) => new URL(address).origin))
  const page = html`${paragraphs.map((part, index) =>
    typeof part === 'string'
      ? html`<p dir="auto">${withLinks(part, origins)}</p>`
      : html`<p><a href="${texts[index]}">${texts[index]}</a></p>`,
  )}`
  const written = language === undefined ? {} : { language, direction: directionOf(language) }
  return {
    ...namesOf(email),
    text: `${texts.join('\n\n')}\n`,
    html: emailDocument({ organization: email.from_name, ...written, body: page }),
    headers: headersOf(unsubscribe ? { unsubscribe: addressOfLink(unsubscribe, secrets) } : {}),
  }
}

/** Returns text with links to the server that sends the email. What people are named is in it too, and makes no link. */
const withLinks = (text: string, origins: ReadonlySet<string>): Html[] =>
  text
    .split(/(https?:\/\/[^\s"<>]*[^\s"<>.,:;!?)])/)
    .map((part) => (origins.has(URL.parse(part)?.origin ?? '') ? html`<a href="${part}">${part}</a>` : html`${part}`))

/** Returns the fields of an email that have one line: a user's name must not add a header. */
export const namesOf = ({ from_name, to, subject }: Pick<Email, 'from_name' | 'to' | 'subject'>) => ({
  from_name: oneLine(from_name).slice(0, MAX_CHARACTERS_IN_HEADER),
  to: oneLine(to),
  subject: oneLine(subject).slice(0, MAX_CHARACTERS_IN_HEADER),
})

const oneLine = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

type HeaderFacts = {
  /** The page that stops these emails with one request (RFC 8058). */
  unsubscribe?: string
  /** An id that all emails about a conversation share: mail programs show them together. */
  thread?: string
  /** The host of the organization, by which mail programs can sort. */
  list?: string
}

/** Returns the headers of an automatic email. Other programs must not answer it. */
export function headersOf({ unsubscribe, thread, list }: HeaderFacts): Record<string, string> {
  const headers: Record<string, string> = {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
  }
  if (list !== undefined) headers['List-Id'] = `<${list}>`
  // Providers refuse other addresses. Only a development server has them.
  if (unsubscribe?.startsWith('https:')) {
    headers['List-Unsubscribe'] = `<${unsubscribe}>`
    headers['List-Unsubscribe-Post'] = 'List-Unsubscribe=One-Click'
  }
  if (thread !== undefined) {
    headers['In-Reply-To'] = thread
    headers['References'] = thread
  }
  return headers
}
