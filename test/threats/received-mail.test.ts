import { describe, expect, test } from 'vitest'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { answerDns, emailBytes, signed } from '../support/emails'
import { succeeded, type Person } from '../support/person'
import { freshRealm, type TestRealm } from '../support/realm'
import {
  addressOf,
  deliver,
  domainOf,
  newestMessages,
  replyAddress,
  signedBy,
  writtenEmail,
} from '../support/received-mail'
import { countRows } from '../support/tables'

const PERIOD = 120
const ALL_BUT_FROM = 'to:subject:date:message-id:content-type:content-transfer-encoding'
const DAY = 86_400
const UNKNOWN = 'No user receives emails at this address'

/** A realm in which dov got an email, and the address at which he answers. The domains of all users have keys. */
async function realmWithEmail() {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  const { id } = await cast.ada.sends(cast.general, 'lunch', '@**Dov** Where do we eat?')
  await doDueWork(cast.realm)
  await advanceClock(cast.realm, PERIOD)
  await doDueWork(cast.realm)
  await doDueWork(cast.realm)
  answerDns([domainOf(cast.dov.email), 'evil.example', 'test'])
  return { ...cast, id, to: await replyAddress(cast.realm, cast.dov) }
}

/** Whether the answer arrives: the test shows first that an honest one does. */
async function arrives({ ada }: { ada: Person }, email: Uint8Array, to: string): Promise<boolean> {
  const [before] = await newestMessages(ada, 1)
  const rejected = await deliver(email, { to })
  const [after] = await newestMessages(ada, 1)
  return rejected === undefined && before?.id !== after?.id
}

const noticesOf = async (person: Person): Promise<string[]> =>
  (await newestMessages(person, 20))
    .filter(({ sender_full_name }) => sender_full_name === 'Notification Bot')
    .map(({ content }) => content)

describe('an email with a forged sender', () => {
  test('is not sent as the user: without a signature, or with that of another domain', async () => {
    const cast = await realmWithEmail()
    const { dov, to } = cast
    const email = () => writtenEmail({ from: dov.email, to })
    expect(await arrives(cast, signedBy(dov.email, email()), to)).toBe(true)
    expect(await arrives(cast, email(), to)).toBe(false)
    expect(await arrives(cast, signed(email(), { domain: 'evil.example' }), to)).toBe(false)
    // The owner of a domain without a dot, or of a domain below that of the address, does not answer for the address.
    expect(await arrives(cast, signed(email(), { domain: 'test' }), to)).toBe(false)
    expect(await arrives(cast, signed(email(), { domain: `evil.${domainOf(dov.email)}` }), to)).toBe(false)
    const notices = await noticesOf(dov)
    expect(notices).toHaveLength(4)
    expect(notices[0]).toContain(`Nothing proves that the email came from your address ${dov.email}`)
  })

  test('is not sent as the user after a change of the text, the sender or the signature', async () => {
    const cast = await realmWithEmail()
    const { dov, to } = cast
    const change = (from: string, into: string) => {
      const text = Buffer.from(signedBy(dov.email, writtenEmail({ from: dov.email, to }))).toString('latin1')
      expect(text).toContain(from)
      return new Uint8Array(Buffer.from(text.replace(from, into), 'latin1'))
    }
    expect(await arrives(cast, change('Soup!', 'Soup!'), to)).toBe(true)
    expect(await arrives(cast, change('Soup!', 'Fish!'), to)).toBe(false)
    expect(await arrives(cast, change('Subject: Re: lunch', 'Subject: Re: fired'), to)).toBe(false)
    expect(await arrives(cast, change('c=relaxed', 'l=3; c=relaxed'), to)).toBe(false)
    expect(await arrives(cast, change('From:', `From: eve@evil.example\r\nFrom:`), to)).toBe(false)
    expect(await arrives(cast, change('From: ', 'From: eve@evil.example, '), to)).toBe(false)
  })

  test('is not sent as the user because of what a header says about its own check', async () => {
    const cast = await realmWithEmail()
    const { dov, to } = cast
    const results = `mx.cloudflare.net; dkim=pass header.d=${domainOf(dov.email)}; spf=pass; dmarc=pass header.from=${domainOf(dov.email)}`
    const headers = `Authentication-Results: ${results}\nARC-Authentication-Results: i=1; ${results}\nReceived-SPF: pass`
    expect(await arrives(cast, writtenEmail({ from: dov.email, to, headers }), to)).toBe(false)
  })

  test('is not sent as the user by a signature that does not cover the sender, or that has expired', async () => {
    const cast = await realmWithEmail()
    const { dov, to } = cast
    const domain = domainOf(dov.email)
    const email = () => writtenEmail({ from: dov.email, to })
    expect(await arrives(cast, signed(email(), { domain, fields: ALL_BUT_FROM }), to)).toBe(false)
    const two = writtenEmail({ from: `${dov.email}, eve@evil.example`, to })
    expect(await arrives(cast, signed(two, { domain }), to)).toBe(false)
    // The signature itself is right, but other text may follow the three bytes.
    expect(await arrives(cast, signed(email(), { domain, tags: ' l=3;' }), to)).toBe(false)
    expect(await arrives(cast, signed(email(), { domain, tags: ' x=1000000000;' }), to)).toBe(false)
    expect(await arrives(cast, signed(email(), { domain, tags: ' x=9000000000;' }), to)).toBe(true)
  })

  test('is not sent as the user after another sender or recipient was added to the email of a colleague', async () => {
    const cast = await realmWithEmail()
    const { cleo, dov, to } = cast
    expect(domainOf(cleo.email)).toBe(domainOf(dov.email))
    const added = (line: string, email: Uint8Array) => new Uint8Array(Buffer.concat([Buffer.from(line), email]))
    const ofColleague = signedBy(cleo.email, writtenEmail({ from: cleo.email, to }))
    expect(await arrives(cast, added(`From: ${dov.email}\r\n`, ofColleague), to)).toBe(false)
    const toFriend = signedBy(dov.email, writtenEmail({ from: dov.email, to: 'friend@example.com' }))
    expect(await arrives(cast, added(`To: <${to}>\r\n`, toFriend), to)).toBe(false)
    expect(await arrives(cast, signedBy(dov.email, writtenEmail({ from: dov.email, to })), to)).toBe(true)
  })

  test('is not sent as the user after a reader added fields, so that it has another topic or shows a part of its text', async () => {
    const cast = await realmWithEmail()
    const { ada, general } = cast
    answerDns([domainOf(ada.email)])
    const to = await addressOf(ada, general)
    const text = 'Hello.\n\n> --evil\n--evil\nContent-Type: text/plain\n\nI resign.\n--evil--\n'
    const original = signedBy(ada.email, writtenEmail({ from: ada.email, to, text }))
    const sender = async (email: Uint8Array) => {
      expect(await arrives(cast, email, to)).toBe(true)
      return (await newestMessages(ada, 1))[0]?.sender_full_name
    }
    const added = (...lines: string[]) =>
      new Uint8Array(Buffer.concat([Buffer.from([...lines, ''].join('\r\n')), original]))
    const lines = [
      'Subject: Resignation',
      `Date: ${new Date().toUTCString()}`,
      'Content-Type: multipart/mixed; boundary=evil',
      'Content-Transfer-Encoding: 7bit',
    ]
    for (const [index, line] of lines.entries())
      expect(await sender(added(`Message-ID: <new-${index}@test>`, line))).toBe('Email Gateway')
    expect(await sender(original)).not.toBe('Email Gateway')
  })

  test('is sent as the user once, also when it comes back after the server forgot it', async () => {
    const cast = await realmWithEmail()
    const { realm, dov, to } = cast
    const email = signedBy(dov.email, writtenEmail({ from: dov.email, to }))
    expect(await arrives(cast, email, to)).toBe(true)
    expect(await arrives(cast, email, to)).toBe(false)
    await advanceClock(realm, 8 * DAY)
    expect(await arrives(cast, email, to)).toBe(false)
    const now = new Date(Date.now() + 8 * DAY * 1000)
    expect(await arrives(cast, signedBy(dov.email, writtenEmail({ from: dov.email, to, date: now })), to)).toBe(true)
    // With that one, the server forgot the first.
    expect(await arrives(cast, email, to)).toBe(false)
  })

  test('to a channel is shown as an email from outside, and notifies no user by a wildcard', async () => {
    const cast = await realmWithEmail()
    const { ada, dov, general } = cast
    const to = await addressOf(ada, general)
    await deliver(writtenEmail({ from: ada.email, to, text: '@**all** You are fired' }), { to })
    const [message] = await newestMessages(dov, 1)
    expect(message).toMatchObject({
      sender_full_name: 'Email Gateway',
      content: `From: \`${ada.email}\`\n\n@_**all** You are fired`,
    })
    expect(message?.flags).not.toContain('stream_wildcard_mentioned')
  })
})

describe('an address', () => {
  test('that was stolen is worth nothing to others', async () => {
    const cast = await realmWithEmail()
    const { cleo, to } = cast
    expect(await arrives(cast, signedBy(cleo.email, writtenEmail({ from: cleo.email, to })), to)).toBe(false)
    expect(
      await arrives(cast, signed(writtenEmail({ from: 'eve@evil.example', to }), { domain: 'evil.example' }), to),
    ).toBe(false)
  })

  test('that was altered is rejected: each number in it, its code, and its realm', async () => {
    const cast = await realmWithEmail()
    const { realm, dov, to } = cast
    const other = (await freshRealm()).realm
    const altered = [
      to.replace(/^r./, (text) => (text === 'r2' ? 'r3' : 'r2')),
      to.replace(/^(r[^-]+-)[^-]+/, '$12'),
      to.replace(/^(r[^-]+-[^-]+-)[^-]+/, '$1zzz'),
      to.replace(/[0-9a-f](?=-realm)/, (digit) => (digit === '0' ? '1' : '0')),
      to.replace(realm.name, other.name),
      to.replace(realm.name, 'realm-99999'),
    ]
    for (const address of altered) {
      expect(address).not.toBe(to)
      const email = signedBy(dov.email, writtenEmail({ from: dov.email, to: address }))
      expect(await deliver(email, { to: address })).toBe(UNKNOWN)
    }
    expect(await arrives(cast, signedBy(dov.email, writtenEmail({ from: dov.email, to })), to)).toBe(true)
  })

  test('of one realm does not count at the host of another', async () => {
    const { to, dov } = await realmWithEmail()
    const other = (await freshRealm()).realm
    const query = new URLSearchParams({ to, from: dov.email })
    const response = await other.request(`/parley/emails?${String(query)}`, {
      method: 'POST',
      body: signedBy(dov.email, writtenEmail({ from: dov.email, to })),
      headers: { authorization: 'Bearer the deployment secret' },
    })
    expect(await response.json()).toMatchObject({ result: 'error', msg: UNKNOWN })
  })

  test('of a reply expires after 30 days', async () => {
    const cast = await realmWithEmail()
    const { realm, dov, to } = cast
    const answerAfter = (days: number) =>
      signedBy(dov.email, writtenEmail({ from: dov.email, to, date: new Date(Date.now() + days * DAY * 1000) }))
    await advanceClock(realm, 29 * DAY)
    expect(await arrives(cast, answerAfter(29), to)).toBe(true)
    await advanceClock(realm, 2 * DAY)
    expect(await arrives(cast, answerAfter(31), to)).toBe(false)
    expect((await noticesOf(dov))[0]).toContain('too old')
  })

  test('of a deactivated organization is rejected', async () => {
    const { ada, general } = await realmWithEmail()
    const to = await addressOf(ada, general)
    expect(await deliver(writtenEmail({ from: 'printer@example.com', to }), { to })).toBeUndefined()
    succeeded(await ada.post('/realm/deactivate'))
    expect(await deliver(writtenEmail({ from: 'printer@example.com', to }), { to })).toBe(UNKNOWN)
  })

  test('of a deactivated user is rejected, and one does not outlive the rights of its user', async () => {
    const cast = await realmWithEmail()
    const { ada, ben, dov, to, vault } = cast
    const channel = await addressOf(ben, vault)
    const send = (address: string) =>
      deliver(writtenEmail({ from: 'printer@example.com', to: address }), { to: address })
    expect(await send(channel)).toBeUndefined()
    expect((await newestMessages(ada, 1))[0]?.content).toContain('Soup!')
    succeeded(await ada.delete('/users/me/subscriptions', { subscriptions: [vault.name], principals: [ben.id] }))
    const [before] = await newestMessages(ada, 1)
    expect(await send(channel)).toBeUndefined()
    expect((await newestMessages(ada, 1))[0]?.id).toBe(before?.id)
    expect((await noticesOf(ben))[0]).toContain('was not posted')
    succeeded(await ada.delete(`/users/${dov.id}`))
    expect(await deliver(signedBy(dov.email, writtenEmail({ from: dov.email, to })), { to })).toBe(UNKNOWN)
  })
})

describe('an email that no person wrote', () => {
  test.each([
    ['an automatic answer', 'Auto-Submitted: auto-replied'],
    ['an absence', 'X-Auto-Response-Suppress: All'],
    ['a mailing list', 'Precedence: list'],
  ])('is no answer: %s', async (_, headers) => {
    const cast = await realmWithEmail()
    const { dov, to } = cast
    expect(await arrives(cast, signedBy(dov.email, writtenEmail({ from: dov.email, to, headers })), to)).toBe(false)
    expect(await noticesOf(dov)).toEqual([])
  })

  test('is posted nowhere if it is a bounce, or if this server sent it', async () => {
    const cast = await realmWithEmail()
    const { ada, general } = cast
    const to = await addressOf(ada, general)
    const email = (headers = '') => writtenEmail({ from: 'printer@example.com', to, headers })
    expect(await arrives(cast, email('Auto-Submitted: auto-generated'), to)).toBe(true)
    expect(await arrives(cast, email('X-Parley-Email: yes'), to)).toBe(false)
    expect(await arrives(cast, email(Array.from({ length: 50 }, () => 'Received: from a by b').join('\n')), to)).toBe(
      false,
    )
    const [before] = await newestMessages(ada, 1)
    await deliver(email(), { to, from: '' })
    await deliver(email(), { to, from: '<>' })
    expect((await newestMessages(ada, 1))[0]?.id).toBe(before?.id)
  })
})

describe('an email that is made to harm', () => {
  test('with too many parts, or too deep ones, is rejected', async () => {
    const { ada, general } = await realmWithEmail()
    const to = await addressOf(ada, general)
    const head = `From: x@example.com\nTo: ${to}\nMessage-ID: <bomb@x>\nContent-Type: multipart/mixed; boundary=b\n\n`
    expect(await deliver(emailBytes(`${head}${'--b\n\nx\n'.repeat(50)}--b--`), { to })).toBeUndefined()
    expect(await deliver(emailBytes(`${head}${'--b\n\nx\n'.repeat(100_000)}--b--`), { to })).toBe(
      'The email could not be read',
    )
    expect(await deliver(emailBytes(`X: ${'y'.repeat(300_000)}\n${head}hello`), { to })).toBe(
      'The email could not be read',
    )
    const lines = emailBytes(`From: x@example.com\nTo: ${to}\nMessage-ID: <lines@x>\n\n${'\n'.repeat(5_000_000)}end`)
    expect(await deliver(lines, { to })).toBeUndefined()
  })

  test('with more than 25 MiB is rejected', async () => {
    const { ada, general } = await realmWithEmail()
    const to = await addressOf(ada, general)
    const large = new Uint8Array(25 * 2 ** 20 + 1).fill(0x61)
    expect(await deliver(large, { to })).toMatch(/large/i)
  })

  test('adds no line to a topic, a name or a notice', async () => {
    const { ada, general } = await realmWithEmail()
    const to = await addressOf(ada, general)
    const from = '=?utf-8?Q?Eve=0D=0A=0D=0A**boss**=60?= <eve@evil.example>'
    await deliver(writtenEmail({ from, to, subject: '=?utf-8?Q?Soup=0D=0ABcc:_all=00?=' }), { to })
    const [message] = await newestMessages(ada, 1)
    expect(message).toMatchObject({
      subject: 'Soup Bcc: all',
      content: 'From: `Eve **boss** <eve@evil.example>`\n\nSoup!',
    })
  })

  test('comes again later if a realm or an address received too many', async () => {
    const { realm, ada, general } = await realmWithEmail()
    const to = await addressOf(ada, general)
    const send = () => deliver(writtenEmail({ from: 'printer@example.com', to }), { to })
    const sendUntilLimit = async (testRealm: TestRealm) => {
      for (let count = await countRows(testRealm, 'received_emails'); count < 50; count++) await send()
    }
    await sendUntilLimit(realm)
    await expect(send()).rejects.toThrow('RATE_LIMIT_HIT')
    await advanceClock(realm, 61)
    expect(await send()).toBeUndefined()
  })
})
