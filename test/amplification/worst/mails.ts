import { HOSTILE_VALUES, type HostileText } from '../../support/hostile-repetitions'
import { secondsFromNow, stopClock } from '../../support/clock'
import { answerDns, emailBytes } from '../../support/emails'
import { newChannel, type Cast } from '../../support/realm'
import { addressOf, domainOf, signedBy } from '../../support/received-mail'
import type { Input } from './input'

const BYTES = 100_000
const HTML = [
  '<b>x</b>',
  '<p>',
  '<blockquote>',
  '<table><tr><td>',
  '<li><a href=x>',
  '<style>',
  '&amp;',
  '<a b=">',
].map((unit): HostileText => ({ name: JSON.stringify(unit), text: (length) => unit.repeat(length / unit.length) }))
const onOneLine = (text: string) => text.replaceAll(/[\r\n]/g, ' ')
const inParts = (text: string) => {
  const part = `--b\n\n${text.slice(0, BYTES / 199)}\n`
  return `Content-Type: multipart/mixed; boundary=b\n\n${part.repeat(199)}--b--`
}
const nested = (text: string) => {
  const heads = Array.from(
    { length: 19 },
    (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n`,
  )
  return `${heads.join('')}\n${text}`
}

/** Where a text of an email can be. */
const PLACES: Record<string, { texts: readonly HostileText[]; write: (text: string) => string }> = {
  'An email of flowed text': {
    texts: HOSTILE_VALUES,
    write: (text) => `Content-Type: text/plain; format=flowed; delsp=yes\n\n${text}`,
  },
  'An email in base64': {
    texts: HOSTILE_VALUES,
    write: (text) => `Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n${text}`,
  },
  'An email in quoted-printable': {
    texts: HOSTILE_VALUES,
    write: (text) => `Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n${text}`,
  },
  'An email of HTML': {
    texts: [...HOSTILE_VALUES, ...HTML],
    write: (text) => `Content-Type: text/html; charset=utf-8\n\n${text}`,
  },
  'The subject of an email': { texts: HOSTILE_VALUES, write: (text) => `Subject: ${onOneLine(text)}\n\nx` },
  'The sender of an email': {
    texts: HOSTILE_VALUES,
    write: (text) => `Sender: ${onOneLine(text)}\nCc: ${onOneLine(text)}\n\nx`,
  },
  'The type of an email': {
    texts: HOSTILE_VALUES,
    write: (text) => `Content-Type: multipart/mixed; boundary="${onOneLine(text)}\n\nx`,
  },
  'An email of 199 parts': { texts: HOSTILE_VALUES, write: inParts },
  'An email of 19 parts, one in the other': { texts: HOSTILE_VALUES, write: nested },
}

/** Each channel accepts a number of emails in an hour, so each place has its own channel. */
export async function mailInputs(cast: Cast): Promise<Input[]> {
  const { realm, ada } = cast
  const inputs: Input[] = []
  let count = 0
  for (const [what, { texts, write }] of Object.entries(PLACES)) {
    const to = await addressOf(ada, await newChannel(ada, what, [ada]))
    inputs.push({
      route: 'POST /parley/emails',
      what,
      attempts: texts.map(({ name, text }) => ({
        name,
        request: async () => {
          // A realm accepts a number of emails in a minute.
          await stopClock(realm, secondsFromNow(60 * ++count))
          const body = emailBytes(`From: x@example.com\nMessage-ID: <worst${count}@test>\n${write(text(BYTES))}`)
          return { sender: 'deployment', fields: { to, from: 'x@example.com' }, body }
        },
      })),
    })
  }
  return [...inputs, await signedInput(cast, () => stopClock(realm, secondsFromNow(60 * ++count)))]
}

/** Emails that the domain of their author signed: the text is hashed line by line, with its white space changed. */
async function signedInput({ ada }: Cast, nextMinute: () => Promise<unknown>): Promise<Input> {
  const what = 'An email with a signature'
  const to = await addressOf(ada, await newChannel(ada, what, [ada]))
  const { names } = answerDns([domainOf(ada.email)])
  let verified = 0
  return {
    route: 'POST /parley/emails',
    what,
    attempts: [...HOSTILE_VALUES, ...SPACES].map(({ name, text }, index) => ({
      name,
      request: async () => {
        await nextMinute()
        const date = new Date().toUTCString()
        const head = `From: ${ada.email}\nTo: <${to}>\nSubject: x\nDate: ${date}\nMessage-ID: <signed${index}-${verified}@test>`
        const type = 'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit'
        const body = signedBy(ada.email, emailBytes(`${head}\n${type}\n\n${text(BYTES)}\n`))
        return { sender: 'deployment', fields: { to, from: ada.email }, body }
      },
      rest: async () => {
        if (names.length === verified) throw new Error('No signature was verified')
        verified = names.length
      },
    })),
  }
}

const SPACES = [' ', ' \n', 'x \t'].map((unit): HostileText => ({
  name: JSON.stringify(unit),
  text: (length) => unit.repeat(length / unit.length),
}))
