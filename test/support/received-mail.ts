import { env } from 'cloudflare:workers'
import worker from '../../src/worker'
import { emailBytes, signed } from './emails'
import { succeeded, type Json, type Person } from './person'
import type { Channel, TestRealm } from './realm'

const programs = import.meta.glob<string>('../fixtures/emails/*.eml', { query: '?raw', import: 'default', eager: true })

export const domainOf = (address: string): string => address.split('@')[1]!

type Written = { from: string; to: string; subject?: string; headers?: string; text?: string; date?: Date }

let count = 0

/** Returns an email that a person wrote by hand. */
export const writtenEmail = ({
  from,
  to,
  subject = 'Re: lunch',
  headers = '',
  text = 'Soup!',
  date = new Date(),
}: Written): Uint8Array =>
  emailBytes(
    `From: ${from}\nTo: <${to}>\nSubject: ${subject}\nDate: ${date.toUTCString()}\nMessage-ID: <${++count}@test>\n${headers}${headers && '\n'}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${text}\n`,
  )

/** Returns an email of a mail program, as if it were written now. */
export const emailOf = (program: string, { from, to }: Pick<Written, 'from' | 'to'>): Uint8Array =>
  emailBytes(
    programs[`../fixtures/emails/${program}.eml`]!.replace('{{FROM}}', from)
      .replace('{{TO}}', to)
      .replace(/^Date: .*$/m, `Date: ${new Date().toUTCString()}`),
  )

/** Returns the email with a signature of the domain of this address. */
export const signedBy = (address: string, email: Uint8Array): Uint8Array => signed(email, { domain: domainOf(address) })

/** Gives an email to the Worker, as the platform does. Returns why the Worker rejects it. Throws if it should come again. */
export async function deliver(email: Uint8Array, { to, from = 'sender@example.com' }: { to: string; from?: string }) {
  let rejected: string | undefined
  const message = {
    from,
    to,
    headers: new Headers(),
    raw: new Response(email).body!,
    rawSize: email.length,
    setReject: (reason: string) => void (rejected = reason),
  }
  await worker.email(message as unknown as ForwardableEmailMessage, env)
  return rejected
}

/** Returns the address at which `user` answers to a message. */
export async function replyAddress(realm: TestRealm, user: Person): Promise<string> {
  const { mail } = succeeded(await (await realm.request('/dev_mailbox')).json())
  return mail.find(({ to, reply_to }: Json) => to === user.email && reply_to !== undefined).reply_to
}

export const addressOf = async (person: Person, { stream_id }: Channel, fields = {}): Promise<string> =>
  succeeded(await person.get(`/streams/${stream_id}/email_address`, fields)).email

/** Returns the newest messages that a person can read, the newest first, as text. */
export async function newestMessages(person: Person, most: number): Promise<Json[]> {
  const { messages } = succeeded(
    await person.get('/messages', { anchor: 'newest', num_before: most, num_after: 0, apply_markdown: false }),
  )
  return messages.toReversed()
}
