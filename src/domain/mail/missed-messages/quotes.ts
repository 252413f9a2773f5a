import { html, type Html } from '../../../api/html'
import { emailHtml } from '../../../markdown/email-html'
import { emailText, quoted as withMarks } from '../../../markdown/email-text'
import { plainText } from '../../../markdown/notification-text'

/** What an email writes in place of the text of a spoiler. */
type Words = { spoiler: string }

type NamedQuote = { id: number; sender: string; rendered_content: string }

type Quotes = { text: string; markup: Html; quoted: ReadonlySet<number> }

// Mail programs hide the end of an email that is larger than 102 kB. Base64 adds a third, and the text is in it twice.
const MAX_BYTES = 64_000
const MAX_BYTES_PER_MESSAGE = 24_000
const CHARACTERS_OF_LARGE_MESSAGE = 2000

type Options = { realm_url: string; words: Words; most?: number }

/** Returns messages as HTML and as text: as many of the first ones as `most` bytes hold. */
export function quoteMessages(
  messages: readonly NamedQuote[],
  { realm_url, words, most = MAX_BYTES }: Options,
): Quotes {
  const quoted = new Set<number>()
  const texts: string[] = []
  const parts: Html[] = []
  let bytes = 0
  let previous: string | undefined
  for (const message of messages) {
    const { text, markup } = quoteOf(message, realm_url, words)
    bytes += bytesIn(text) + bytesIn(markup)
    if (bytes > most) break
    const { sender } = message
    const isNewSender = sender !== previous
    texts.push(isNewSender ? `${previous === undefined ? '' : '\n'}${sender}:\n${withMarks(text)}` : withMarks(text))
    parts.push(
      html`${isNewSender ? html`<p dir="auto"><b>${sender}</b></p>` : undefined}<div dir="auto">${{ markup }}</div>`,
    )
    quoted.add(message.id)
    previous = sender
  }
  return { text: texts.join('\n'), markup: html`${parts}`, quoted }
}

/** Returns one message. A very large one is cut, and loses its form. */
function quoteOf({ rendered_content }: NamedQuote, realm_url: string, words: Words): { text: string; markup: string } {
  const [text, markup] = [emailText(rendered_content, realm_url, words), emailHtml(rendered_content, realm_url, words)]
  if (bytesIn(text) + bytesIn(markup) <= MAX_BYTES_PER_MESSAGE) return { text, markup }
  const characters = [...plainText(rendered_content).trim()].slice(0, CHARACTERS_OF_LARGE_MESSAGE)
  const beginning = `${characters.join('')}…`
  return { text: beginning, markup: html`<p>${beginning}</p>`.markup }
}

const bytesIn = (text: string): number => new TextEncoder().encode(text).length
