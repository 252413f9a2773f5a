import { createHmac } from 'node:crypto'
import { html } from '../api/html'

/**
 * What is to be said by mail. A link that opens something to whoever has the letter is kept as the seed of its secret, and
 * the secret is made when the letter is: what lies in the database opens nothing.
 */
export type Email = {
  from_name: string
  to: string
  subject: string
  paragraphs: (string | SecretLink)[]
}
export type SecretLink = { url: string; seed: string }

/** As it goes out. */
export type RenderedEmail = { from_name: string; to: string; subject: string; text: string; html: string }

export type Secrets = { deployment_secret: string; realm_name: string }

/** The secret that grows from a seed: without the deployment's own nobody can tell it, and in another realm it is another. */
export const secretFor = (seed: string, { deployment_secret, realm_name }: Secrets): string =>
  createHmac('sha256', deployment_secret).update(`${realm_name} ${seed}`).digest('hex').slice(0, SECRET_LENGTH)

const SECRET_LENGTH = 40

/** Where a link leads: to a page below its address, named by its secret. */
export const addressOfLink = ({ url, seed }: SecretLink, secrets: Secrets): string =>
  `${url}/${secretFor(seed, secrets)}/`

/** Whatever people called themselves, a letter's head is one line. */
const inOneLine = (words: string) => words.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

const MOST_CHARACTERS_IN_HEADER = 200

export function renderEmail(letter: Email, secrets: Secrets): RenderedEmail {
  const said = letter.paragraphs.map((each) => (typeof each === 'string' ? each : addressOfLink(each, secrets)))
  const page = html`${letter.paragraphs.map((each, at) =>
    typeof each === 'string' ? html`<p>${each}</p>` : html`<p><a href="${said[at]}">${said[at]}</a></p>`,
  )}`
  return {
    from_name: inOneLine(letter.from_name).slice(0, MOST_CHARACTERS_IN_HEADER),
    to: inOneLine(letter.to),
    subject: inOneLine(letter.subject).slice(0, MOST_CHARACTERS_IN_HEADER),
    text: `${said.join('\n\n')}\n`,
    html: page.markup,
  }
}
