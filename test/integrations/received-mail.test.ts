import { describe, expect, inject, test } from 'vitest'
import { submitMessage } from '../../src/outside/smtp'
import { smtpServerOf } from '../../src/outside/smtp-rules'
import { doDueWork, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { answerDns, recordOf, rsa, signed } from '../support/emails'
import { succeeded, type Json } from '../support/person'
import { visit } from '../support/files'
import { freshRealm } from '../support/realm'
import {
  addressOf,
  deliver,
  domainOf,
  emailOf,
  newestMessages,
  replyAddress,
  signedBy,
  writtenEmail,
} from '../support/received-mail'

const PERIOD = 120

/** A realm in which dov got an email about a message of ada, and the address at which he answers. */
async function realmWithEmail(content = '@**Dov** Where do we eat?') {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  const { id } = await cast.ada.sends(cast.general, 'lunch', content)
  await doDueWork(cast.realm)
  await advanceClock(cast.realm, PERIOD)
  await doDueWork(cast.realm)
  await doDueWork(cast.realm)
  answerDns([domainOf(cast.dov.email)])
  return { ...cast, id, to: await replyAddress(cast.realm, cast.dov) }
}

/** Sends an email to a mail server, which passes it on to the Worker. */
async function bySmtp(message: Uint8Array, { from, to }: { from: string; to: string }): Promise<void> {
  const url = `smtps://ada%40example.com:the%20smtp%20password@localhost:${inject('smtp').smtps}`
  await submitMessage(smtpServerOf(url, 'example.com'), { from, to, message }, 15)
  const all: Json[] = await (await fetch(inject('smtp').received)).json()
  const received = all.findLast((email) => email.to.includes(to)) // the names of realms repeat
  await deliver(new Uint8Array(Buffer.from(received?.message)), { from: received?.from, to })
}

describe('a reply to an email about missed messages', () => {
  test('is sent as the user, to the topic in which the message is now', async () => {
    const { dov, ada, general, to, id } = await realmWithEmail()
    succeeded(await ada.patch(`/messages/${id}`, { topic: 'dinner', propagate_mode: 'change_all' }))
    expect(await deliver(signedBy(dov.email, emailOf('gmail', { from: dov.email, to })), { to })).toBeUndefined()
    const [answer] = await newestMessages(ada, 1)
    expect(answer).toMatchObject({
      sender_id: dov.id,
      stream_id: general.stream_id,
      subject: 'dinner',
      content:
        'The soup is *ready*. 🍲 It has been cooking since seven, and I think it is enough for everyone.\n\nSee you at eight',
      client: 'Email',
    })
  })

  test('to a direct message is a direct message', async () => {
    const { ada, dov, realm } = await realmWithEmail()
    await ada.sendsDirectly([dov], 'Soup?')
    await doDueWork(realm)
    await advanceClock(realm, PERIOD)
    await doDueWork(realm)
    await doDueWork(realm)
    const to = await replyAddress(realm, dov)
    const email = signed(writtenEmail({ from: `Dov <${dov.email.toUpperCase()}>`, to }), {
      domain: domainOf(dov.email),
      relaxed: false,
    })
    await deliver(email, { to })
    const [answer] = await newestMessages(ada, 1)
    expect(answer).toMatchObject({ type: 'private', sender_id: dov.id, content: 'Soup!' })
  })

  test('counts with a signature of RSA, too', async () => {
    const { ada, dov, to } = await realmWithEmail()
    answerDns([domainOf(dov.email)], recordOf(rsa))
    const email = signed(emailOf('mutt', { from: dov.email, to }), { keys: rsa, domain: domainOf(dov.email) })
    await deliver(email, { to })
    expect((await newestMessages(ada, 1))[0]).toMatchObject({ sender_id: dov.id })
  })

  test.each(['microsoft', 'apple-mail', 'thunderbird', 'ios-mail', 'yahoo', 'proton', 'mutt', 'fastmail'])(
    'from %s arrives',
    async (program) => {
      const { ada, dov, to } = await realmWithEmail()
      await deliver(signedBy(dov.email, emailOf(program, { from: dov.email, to })), { to })
      const [answer] = await newestMessages(ada, 1)
      expect(answer?.sender_id).toBe(dov.id)
      expect(answer?.content).toMatch(/^(The soup|Die Suppe)/)
      expect(answer?.content).not.toMatch(/Where do we eat|notifications/)
    },
  )

  test.each(['thunderbird', 'gmail', 'apple-mail'])('from %s arrives by SMTP, unchanged', async (program) => {
    const { ada, dov, to } = await realmWithEmail()
    await bySmtp(signedBy(dov.email, emailOf(program, { from: dov.email, to })), { from: dov.email, to })
    const [answer] = await newestMessages(ada, 1)
    expect([answer?.sender_id, answer?.content.startsWith('The soup is')]).toEqual([dov.id, true])
  })

  test('brings its files, which the readers of the message can open', async () => {
    const { ada, dov, to } = await realmWithEmail()
    await deliver(signedBy(dov.email, emailOf('thunderbird', { from: dov.email, to })), { to })
    const [answer] = await newestMessages(ada, 1)
    const [, name, path] = /\n\n\[(.*)\]\((\/user_uploads\/.*)\)$/.exec(answer!.content) ?? []
    expect(name).toBe('Menü für heute.pdf')
    expect((await visit(ada, path!)).status).toBe(200)
    const { attachments } = succeeded(await dov.get('/attachments'))
    expect(attachments).toMatchObject([{ name: 'Menü für heute.pdf', size: 27, messages: [{ id: answer!.id }] }])
  })

  test('that cannot be sent is reported by the Notification Bot, and leaves no file', async () => {
    const { ada, dov, to, general, id } = await realmWithEmail()
    succeeded(
      await ada.patch(`/streams/${general.stream_id}`, {
        can_send_message_group: { new: { direct_members: [ada.id], direct_subgroups: [] } },
      }),
    )
    await deliver(signedBy(dov.email, emailOf('thunderbird', { from: dov.email, to })), { to })
    const [notice] = await newestMessages(dov, 1)
    expect(notice).toMatchObject({
      sender_full_name: 'Notification Bot',
      content: 'Your email `#general > lunch` was not posted. You do not have permission to post in this channel.',
    })
    expect(succeeded(await dov.get('/attachments')).attachments).toEqual([])
    succeeded(await ada.delete(`/messages/${id}`))
    await deliver(signedBy(dov.email, writtenEmail({ from: dov.email, to })), { to })
    expect((await newestMessages(dov, 1))[0]?.content).toContain('The conversation is gone')
  })

  test('that arrives twice is sent once', async () => {
    const { ada, dov, to } = await realmWithEmail()
    const email = signedBy(dov.email, writtenEmail({ from: dov.email, to }))
    expect([await deliver(email, { to }), await deliver(email, { to })]).toEqual([undefined, undefined])
    const contents = (await newestMessages(ada, 3)).map(({ content }) => content)
    expect(contents.filter((content) => content === 'Soup!')).toHaveLength(1)
  })
})

describe('an email to a channel', () => {
  test('is sent by the Email Gateway bot, with its sender and its subject', async () => {
    const { ada, dov, general } = await freshRealm()
    const to = await addressOf(dov, general)
    expect(to).toMatch(/^general\.c[0-9a-z-]+-[0-9a-f]{20}-realm-\d+\.show-sender@in\.parley\.test$/)
    answerDns([])
    const email = writtenEmail({
      from: 'Eve <eve@example.com>',
      to,
      subject: 'Re: Delivery',
      text: '@**all** is **here**',
    })
    expect(await deliver(email, { to })).toBeUndefined()
    expect((await newestMessages(ada, 1))[0]).toMatchObject({
      sender_full_name: 'Email Gateway',
      stream_id: general.stream_id,
      subject: 'Delivery',
      content: 'From: `Eve <eve@example.com>`\n\n@_**all** is **here**',
    })
    const encoded = writtenEmail({
      from: '=?utf-8?q?J=C3=B6_=3C' + dov.email.replace('@', '=40') + '=3E?=',
      to,
      text: 'Hi',
    })
    await deliver(signedBy(dov.email, encoded), { to })
    expect((await newestMessages(ada, 1))[0]).toMatchObject({
      sender_full_name: 'Email Gateway',
      content: `From: \`Jö <${dov.email}>\`\n\nHi`,
    })
  })

  test('is sent by its author if that is proven, or by the bot for which the address was made', async () => {
    const { ada, dov, fig, general } = await freshRealm()
    answerDns([domainOf(dov.email)])
    const to = await addressOf(dov, general)
    await deliver(signedBy(dov.email, writtenEmail({ from: dov.email, to, text: 'mine' })), { to })
    const toBot = await addressOf(dov, general, { sender_id: fig.id })
    await deliver(writtenEmail({ from: 'printer@example.com', to: toBot, headers: 'Auto-Submitted: auto-generated' }), {
      to: toBot.replace('.show-sender', ''),
    })
    const [ofBot, own] = await newestMessages(ada, 2)
    expect([own?.sender_id, own?.content]).toEqual([dov.id, 'mine'])
    expect([ofBot?.sender_id]).toEqual([fig.id])
  })

  test('is not sent by its author if it was written to another address', async () => {
    const { ada, dov, general } = await freshRealm()
    answerDns([domainOf(dov.email)])
    const to = await addressOf(dov, general)
    const elsewhere = signedBy(dov.email, writtenEmail({ from: dov.email, to: 'partner@example.com', text: 'private' }))
    await deliver(elsewhere, { to })
    expect((await newestMessages(ada, 1))[0]).toMatchObject({ sender_full_name: 'Email Gateway' })
    // A field that was added in front of the signed one is not the author's.
    const added = new Uint8Array(Buffer.concat([Buffer.from(`To: <${to}>\r\n`), elsewhere]))
    await deliver(
      new Uint8Array(Buffer.from(Buffer.from(added).toString('latin1').replace('@test>', '@again>'), 'latin1')),
      { to },
    )
    expect((await newestMessages(ada, 1))[0]).toMatchObject({ sender_full_name: 'Email Gateway' })
  })

  test('notifies all users in no spelling', async () => {
    const { ada, dov, general } = await freshRealm()
    answerDns([])
    const to = await addressOf(dov, general)
    await deliver(writtenEmail({ from: 'x@example.com', to, text: '@**`all`** and @**`topic`**' }), { to })
    const { messages } = succeeded(await ada.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }))
    expect(messages[0].content).toContain('<code>all</code>')
    expect(messages[0].content).not.toContain('data-user-id="*"')
    expect(messages[0].content).not.toContain('topic-mention')
    expect(messages[0].flags).not.toContain('stream_wildcard_mentioned')
  })

  test('counts when it arrives, also if it is ignored', async () => {
    const { dov, general } = await freshRealm()
    answerDns([])
    const to = await addressOf(dov, general)
    const ignored = writtenEmail({ from: 'x@example.com', to, headers: 'X-Parley-Email: yes' })
    const outcomes: (string | undefined)[] = []
    for (let count = 0; count < 51; count++)
      outcomes.push(await deliver(ignored, { to }).catch((error: Error) => error.message))
    expect(outcomes.slice(0, 10)).toEqual(Array(10).fill(undefined))
    expect(outcomes.at(-1)).not.toBe(undefined)
  })

  test('keeps what the options in the address ask for', async () => {
    const { ada, dov, general } = await freshRealm()
    answerDns([])
    const plain = (await addressOf(dov, general)).replace('.show-sender', '')
    const contentAt = async (options: string) => {
      const to = plain.replace('@', `${options}@`)
      const email = emailOf('gmail', { from: 'x@example.com', to })
      // Another copy of the same email has another id.
      const bytes = new Uint8Array(
        Buffer.from(Buffer.from(email).toString('latin1').replace('<CAF', `<${options}CAF`), 'latin1'),
      )
      expect(await deliver(bytes, { to })).toBeUndefined()
      return (await newestMessages(ada, 1))[0]!.content
    }
    expect(await contentAt('')).toMatch(/^From:.*\n\nThe soup is \*ready\*.*\n\nSee you at eight$/s)
    expect(await contentAt('.prefer-html')).toContain('The soup is **ready**')
    expect(await contentAt('+include-footer')).toMatch(/See you at eight\n--\nDov Levi\nKitchen$/)
    expect(await contentAt('.include-quotes')).toContain('Where do we eat?')
  })

  test('is rejected after the address was revoked, for one user or for all', async () => {
    const { ada, dov, cleo, general } = await freshRealm()
    answerDns([])
    const [old, other] = [await addressOf(dov, general), await addressOf(cleo, general)]
    const path = `/parley/streams/${general.stream_id}/email_address`
    const next = succeeded(await dov.post(path)).email
    expect(next).not.toBe(old)
    const send = (to: string) => deliver(writtenEmail({ from: 'x@example.com', to }), { to })
    expect([await send(old), await send(next), await send(other)]).toEqual([
      'No user receives emails at this address',
      undefined,
      undefined,
    ])
    expect(await dov.post(path, { everyone: true })).toMatchObject({ result: 'error' })
    succeeded(await ada.post(path, { everyone: true }))
    expect([await send(next), await send(other), await send(await addressOf(dov, general))]).toEqual([
      'No user receives emails at this address',
      'No user receives emails at this address',
      undefined,
    ])
  })
})

describe('POST /parley/emails', () => {
  test('receives an email from a mail server with the secret of the deployment', async () => {
    const { realm, dov, general } = await freshRealm()
    answerDns([])
    const to = await addressOf(dov, general)
    const email = writtenEmail({ from: 'x@example.com', to })
    const post = async (authorization: string): Promise<Json> =>
      (
        await realm.request(`/parley/emails?${String(new URLSearchParams({ to, from: 'x@example.com' }))}`, {
          method: 'POST',
          body: email,
          headers: { authorization, 'content-type': 'message/rfc822' },
        })
      ).json()
    expect(await post('Bearer wrong')).toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await post('Bearer the deployment secret')).toEqual({
      result: 'success',
      msg: '',
      outcome: 'posted',
      message_id: expect.any(Number),
    })
  })
})
