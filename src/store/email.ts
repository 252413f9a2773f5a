import { createHmac } from 'node:crypto'
import { html } from '../api/html'

/**
 * An email before it is rendered. A link with a secret is stored as the seed of the secret. The secret is computed when the
 * email is sent, so the database has no valid link.
 */
export type Email = {
  from_name: string
  to: string
  subject: string
  paragraphs: (string | SecretLink)[]
}
export type SecretLink = { url: string; seed: string }

/** An email as it is sent. */
export type RenderedEmail = { from_name: string; to: string; subject: string; text: string; html: string }

export type Secrets = { deployment_secret: string; realm_name: string }

/** Returns the secret of a seed. It depends on the deployment's secret and on the realm. */
export const secretFor = (seed: string, { deployment_secret, realm_name }: Secrets): string =>
  createHmac('sha256', deployment_secret).update(`${realm_name} ${seed}`).digest('hex').slice(0, SECRET_LENGTH)

const SECRET_LENGTH = 40

/** Returns the address of the link: a page below its URL, named by the secret. */
export const addressOfLink = ({ url, seed }: SecretLink, secrets: Secrets): string =>
  `${url}/${secretFor(seed, secrets)}/`

const MOST_CHARACTERS_IN_HEADER = 200

/** Returns the email with its links as text and as HTML. */
export function renderEmail({ from_name, to, subject, paragraphs }: Email, secrets: Secrets): RenderedEmail {
  const texts = paragraphs.map((part) => (typeof part === 'string' ? part : addressOfLink(part, secrets)))
  const page = html`${paragraphs.map((part, index) =>
    typeof part === 'string' ? html`<p>${part}</p>` : html`<p><a href="${texts[index]}">${texts[index]}</a></p>`,
  )}`
  return {
    from_name: oneLine(from_name).slice(0, MOST_CHARACTERS_IN_HEADER),
    to: oneLine(to),
    subject: oneLine(subject).slice(0, MOST_CHARACTERS_IN_HEADER),
    text: `${texts.join('\n\n')}\n`,
    html: page.markup,
  }
}

/** Returns the text without line breaks: a user's name must not add a header. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
