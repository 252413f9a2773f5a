import { describe, expect, test } from 'vitest'
import { NO_PERMISSION } from '../support/answers'
import { stopClock } from '../support/clock'
import { newGroup } from '../support/groups'
import { NEW_USER, INVITES_CHANGED, invite, listInvitations, logIn, join } from '../support/invitations'
import { emailTo, linkIn, openPage, sentEmails, submitPage } from '../support/mail'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { replays } from '../support/replays'

const NOW = 1_900_000_000

describe('accepting an invitation', () => {
  test('a link leads to a page that works without its script, on which the visitor joins the realm', async () => {
    const { realm, ada, dov, general, vault } = await freshRealm()
    succeeded(await ada.patch('/realm', { name: 'Acme <b>&' }))
    const bakers = await newGroup(ada, 'bakers')
    const options = {
      stream_ids: [vault.stream_id],
      group_ids: [bakers],
      invite_as: 300,
      welcome_message_custom_text: 'Mind the cat.',
    }
    succeeded(await invite(ada, { invitee_emails: 'gwen@example.com', ...options }))
    succeeded(await ada.patch('/realm', { signup_announcements_stream_id: general.stream_id }))
    const link = linkIn(await emailTo(realm, 'gwen@example.com'))
    const page = await openPage(link)
    expect(page.status).toBe(200)
    expect(page.html).toContain('Join Acme &#60;b&#62;&#38;')
    expect(page.html).toContain('gwen@example.com')
    expect(page.html.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/pages/password.js">'])
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src http:\/\/[\w.-]+\/pages\/password\.js; connect-src 'self'; style-src 'sha256-[^']+'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    )
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')

    const queue = await ada.registers()
    const received = await replays([ada, dov], async () => {
      const joined = await submitPage(link, NEW_USER)
      expect([joined.status, joined.headers.get('location')]).toEqual([302, `/#narrow/channel/${vault.stream_id}`])
    })
    const events = await queue.events()
    expect(events.filter(({ type }) => type === 'message').map(({ message }) => message.content)).toEqual([
      expect.stringMatching(/accepted your invitation to join the organization!$/),
      expect.stringMatching(/joined this organization\.$/),
    ])
    expect(received[0]).toContainEqual(expect.objectContaining(INVITES_CHANGED))
    const gwen = await logIn(realm, 'gwen@example.com')
    const own = succeeded(await gwen.get('/users/me'))
    expect(own).toMatchObject({ role: 300, full_name: 'Gwen', delivery_email: 'gwen@example.com' })
    const { subscriptions } = succeeded(await gwen.get('/users/me/subscriptions'))
    expect(subscriptions.map(({ name }: Json) => name)).toEqual(['vault'])
    const { members } = succeeded(await ada.get(`/user_groups/${bakers}/members`))
    expect(members).toContain(gwen.id)
    const { messages } = succeeded(
      await gwen.get('/messages', {
        anchor: 'newest',
        num_before: 9,
        num_after: 0,
        narrow: [['is', 'dm']],
        apply_markdown: false,
      }),
    )
    expect(messages.map(({ sender_full_name, content }: Json) => [sender_full_name, content])).toEqual([
      ['Welcome Bot', expect.stringMatching(/^Hello, and welcome!/)],
      ['Welcome Bot', 'Mind the cat.'],
    ])
    expect(await listInvitations(ada)).toEqual([])
    const emails = (await sentEmails(realm)).filter(({ to }) => to === 'gwen@example.com')
    expect(emails.map(({ subject }) => subject)).toContain('Welcome to Acme <b>&')
  })

  test('limited guests receive a new user only if they share a channel', async () => {
    const { realm, ada, dov, ezra, general } = await freshRealm()
    const plaza = await newChannel(ada, 'plaza', [ada, dov])
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: 6 } }))
    for (const [email, channel] of [
      ['gwen@example.com', general],
      ['hal@example.com', plaza],
    ] as const) {
      succeeded(await invite(ada, { invitee_emails: email, stream_ids: [channel.stream_id] }))
      const link = linkIn(await emailTo(realm, email))
      const received = await replays([ada, dov, ezra], () =>
        submitPage(link, { ...NEW_USER, full_name: email.split('@')[0] }),
      )
      expect(JSON.stringify(received[4]).includes(email), email).toBe(channel === general)
    }
  })

  test('the default channels are added to the chosen ones if the invitation says so', async () => {
    const { realm, ada, general } = await freshRealm()
    const plaza = await newChannel(ada, 'plaza', [ada])
    succeeded(await ada.post('/default_streams', { stream_id: plaza.stream_id }))
    const cases: [fields: Record<string, FieldValue>, names: string[]][] = [
      [{ stream_ids: [general.stream_id], include_realm_default_subscriptions: true }, ['general', 'plaza']],
      [{ stream_ids: [general.stream_id] }, ['general']],
      [{ stream_ids: [] }, []],
    ]
    for (const [index, [fields, names]] of cases.entries()) {
      const email = `x${index}@example.com`
      succeeded(await invite(ada, { invitee_emails: email, ...fields }))
      const { subscriptions } = succeeded(await (await join(realm, email)).get('/users/me/subscriptions'))
      expect(subscriptions.map(({ name }: Json) => name).sort()).toEqual(names)
    }
  })

  test('the welcome message is that of the organization, unless an administrator chose another', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { welcome_message_custom_text: 'Ours.' }))
    const cases: [actor: Person, text: FieldValue, last: unknown][] = [
      [ada, undefined, 'Ours.'],
      [ada, 'Yours.', 'Yours.'],
      [ada, '', expect.stringMatching(/^Hello/)],
      [ada, '𝄞'.repeat(8000), '𝄞'.repeat(8000)],
      [dov, 'Mine.', 'Ours.'],
    ]
    for (const [index, [inviter, welcome_message_custom_text, last]] of cases.entries()) {
      const email = `x${index}@example.com`
      succeeded(
        await invite(inviter, { invitee_emails: email, welcome_message_custom_text, notify_referrer_on_join: false }),
      )
      const queue = await inviter.registers()
      const newUser = await join(realm, email)
      const query = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['is', 'dm']], apply_markdown: false }
      const { messages } = succeeded(await newUser.get('/messages', query))
      expect(messages[0].content).toEqual(last)
      expect((await queue.events()).filter(({ type }) => type === 'message')).toEqual([]) // the inviter receives no notice
    }
  })

  test('an invalid form is shown again, and creates no account', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await invite(dov, {}))
    const link = linkIn(await emailTo(realm, 'gwen@example.com'))
    const BAD: [fields: Record<string, FieldValue>, msg: string][] = [
      [{ ...NEW_USER, password: 'short' }, 'The password is too weak.'],
      [{ ...NEW_USER, password: 'x'.repeat(101) }, 'The password is too weak.'],
      [{ ...NEW_USER, full_name: '' }, 'Bad name or username'],
      [{ ...NEW_USER, full_name: '<b>"Gwen"</b>' }, 'Invalid characters in name!'],
      [{}, 'The password is too weak.'],
    ]
    await changesNothing([ada, dov], async () => {
      for (const [fields, msg] of BAD) {
        const page = await submitPage(link, fields)
        expect(page.status, msg).toBe(400)
        expect(page.html).toContain(`<p role="alert">${msg}</p>`)
        expect(page.html).not.toContain('<b>"Gwen"')
      }
    })
    await join(realm, 'gwen@example.com')
  })

  test('a link that was used, revoked, expired, of another realm or never created does not work', async () => {
    const { realm, ada, dov } = await freshRealm()
    const expectInvalid = async (link: string) => {
      for (const page of [await openPage(link), await submitPage(link, NEW_USER)]) {
        expect(page.status).toBe(404)
        expect(page.html).toContain('This link is not valid, or not any more.')
      }
    }
    await stopClock(realm, NOW)
    for (const [index, minutes] of [1, 1, 1, 1, null].entries())
      succeeded(await invite(dov, { invitee_emails: `x${index}@example.com`, invite_expires_in_minutes: minutes }))
    const links = new Map((await sentEmails(realm)).map((email) => [email.to, linkIn(email)]))
    const [used, revoked, foreign, old, endless] = [0, 1, 2, 3, 4].map((index) => links.get(`x${index}@example.com`)!)
    expect((await submitPage(used!, NEW_USER)).status).toBe(302)
    await expectInvalid(used!)
    const [invitation] = (await listInvitations(dov)).filter(({ email }) => email === 'x1@example.com')
    succeeded(await dov.delete(`/invites/${invitation.id}`))
    await expectInvalid(revoked!)
    const other = await freshRealm()
    await expectInvalid(foreign!.replace(realm.url, other.realm.url))
    await expectInvalid(`${realm.url}/join/${'0'.repeat(40)}/`)
    await stopClock(realm, NOW + 61)
    await expectInvalid(old!)
    expect((await openPage(endless!)).status).toBe(200)
    succeeded(await ada.delete(`/users/${dov.id}`))
    await expectInvalid(endless!)
  })

  test('a new user joins only the channels and groups into which the inviter can bring others at that time', async () => {
    const { realm, ada, cleo, dov, general } = await freshRealm()
    const bakers = await newGroup(dov, 'bakers')
    succeeded(await invite(dov, { stream_ids: [general.stream_id], group_ids: [bakers] }))
    succeeded(await ada.patch('/realm', { can_add_subscribers_group: { new: 3 } }))
    succeeded(
      await ada.patch(`/user_groups/${bakers}`, { can_manage_group: { new: 3 }, can_add_members_group: { new: 3 } }),
    )
    const gwen = await join(realm, 'gwen@example.com')
    expect(succeeded(await gwen.get('/users/me/subscriptions')).subscriptions).toEqual([])
    expect(succeeded(await ada.get(`/user_groups/${bakers}/members`)).members).toEqual([])
    succeeded(await invite(cleo, { invitee_emails: 'hal@example.com', invite_as: 300 }))
    const link = linkIn(await emailTo(realm, 'hal@example.com'))
    succeeded(await ada.patch(`/users/${cleo.id}`, { role: 400 }))
    expect((await submitPage(link, NEW_USER)).status).toBe(404)
  })

  test('a link does not work while its inviter may not invite', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await invite(dov, { invitee_emails: 'gwen@example.com' }))
    const link = linkIn(await emailTo(realm, 'gwen@example.com'))
    succeeded(await ada.patch('/realm', { can_invite_users_group: { new: 3 } }))
    expect((await submitPage(link, NEW_USER)).status).toBe(404)
    succeeded(await ada.patch('/realm', { can_invite_users_group: { new: 5 } }))
    expect((await submitPage(link, NEW_USER)).status).toBe(302)
  })

  test('the right to join a group does not include the right to invite others into it', async () => {
    const { realm, ada, dov } = await freshRealm()
    const group = { description: '', members: [], can_join_group: 6 }
    const { group_id } = succeeded(await ada.post('/user_groups/create', { ...group, name: 'bakers' }))
    expect(await invite(dov, { group_ids: [group_id] })).toEqual(NO_PERMISSION)
    succeeded(await ada.patch(`/user_groups/${group_id}`, { can_add_members_group: { new: 6 } }))
    succeeded(await invite(dov, { group_ids: [group_id, group_id] }))
    const gwen = await join(realm, 'gwen@example.com')
    expect(succeeded(await ada.get(`/user_groups/${group_id}/members`)).members).toEqual([gwen.id])
  })

  test('an invitation is closed when an administrator creates the account', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await invite(dov, {}))
    const [received] = await receivedBy([dov], () =>
      ada.post('/users', { email: 'Gwen@Example.com', full_name: 'Gwen', password: NEW_USER.password }),
    )
    expect(received!.plain).toContainEqual(INVITES_CHANGED)
    expect(await listInvitations(dov)).toEqual([])
  })

  test('the page says if the address has an account by then', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await invite(dov, {}))
    const link = linkIn(await emailTo(realm, 'gwen@example.com'))
    await realm.newPerson('gwen', { email: 'gwen@example.com' })
    const page = await submitPage(link, NEW_USER)
    expect(page).toMatchObject({ status: 400, html: expect.stringContaining('already in use') })
  })
})
