import { describe, expect, test } from 'vitest'
import { newGroup } from '../support/groups'
import { NO_PERMISSION, OWNERS_ONLY, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { letterTo, linkIn, mailFrom, opens, submits } from '../support/mail'
import { Person, succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { replays } from '../support/replays'
import { rowsIn, stopClock } from '../support/tables'

const NOT_FOR_GUESTS = refusal('Not allowed for guest users')
const NOT_FOR_BOTS = refusal('This endpoint does not accept bot requests.')
const NO_SUCH = refusal('No such invitation')
const ADMINISTRATORS_ONLY = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')
const failed = (msg: string, errors: unknown[], more: object = {}) =>
  refusal(msg, 'INVITATION_FAILED', {
    errors,
    sent_invitations: false,
    license_limit_reached: false,
    daily_limit_reached: false,
    ...more,
  })

const NOW = 1_900_000_000
const WHO = { full_name: 'Gwen', password: 'battery staple' }
const CHANGED = { type: 'invites_changed' }

const invites = (person: Person, fields: Record<string, FieldValue>) =>
  person.post('/invites', { invitee_emails: 'gwen@example.com', stream_ids: [], ...fields })
const listed = async (person: Person): Promise<Json[]> => succeeded(await person.get('/invites')).invites

async function loggedIn(realm: TestRealm, email: string): Promise<Person> {
  const { api_key, user_id } = succeeded(
    await realm.post('/fetch_api_key', { username: email, password: WHO.password }),
  )
  return new Person(realm.url, { ...WHO, email, api_key, user_id })
}

async function joins(realm: TestRealm, email: string, who: Record<string, FieldValue> = WHO): Promise<Person> {
  const joined = await submits(linkIn(await letterTo(realm, email)), who)
  expect(joined.status, joined.html).toBe(200)
  return loggedIn(realm, email)
}

describe('POST /invites', () => {
  test('people are written to, and administrators and whoever invited hear of it', async () => {
    const { realm, ada, cleo, dov, ezra } = await freshRealm()
    await stopClock(realm, NOW)
    const invitee_emails = 'gwen@example.com, Hal <HAL@Example.com>\n\r\n, gwen@EXAMPLE.com ,'
    const heard = await receivedBy([ada, cleo, dov, ezra], async () =>
      expect(await invites(dov, { invitee_emails })).toEqual(SUCCESS),
    )
    expect(heard.map(({ plain }) => plain)).toEqual([[CHANGED], [], [CHANGED], []])
    const mail = await mailFrom(realm)
    expect(mail.map(({ to, subject, from_name }) => ({ to, subject, from_name }))).toEqual([
      { to: 'HAL@Example.com', subject: `Dov has invited you to join ${realm.name}`, from_name: realm.name },
      { to: 'gwen@EXAMPLE.com', subject: `Dov has invited you to join ${realm.name}`, from_name: realm.name },
    ])
    expect(linkIn(mail[0])).toMatch(new RegExp(`^${realm.url}/join/[0-9a-f]{40}/$`))
    expect(linkIn(mail[0])).not.toBe(linkIn(mail[1]))
    expect(await listed(dov)).toEqual(
      ['gwen@EXAMPLE.com', 'HAL@Example.com'].map((email) => ({
        id: expect.any(Number),
        email,
        invited_by_user_id: dov.id,
        invited: NOW,
        expiry_date: NOW + 14_400 * 60,
        invited_as: 400,
        notify_referrer_on_join: true,
        is_multiuse: false,
      })),
    )
  })

  const BAD: [fields: Record<string, FieldValue>, msg: string][] = [
    [{ invitee_emails: '' }, 'You must specify at least one email address.'],
    [{ invitee_emails: ' ,\n, ' }, 'You must specify at least one email address.'],
    [{ stream_ids: [99] }, 'Invalid channel ID 99. No invites were sent.'],
    [{ stream_ids: [2] }, 'Invalid channel ID 2. No invites were sent.'], // the vault, which dov is not in
    [{ stream_ids: [3] }, 'Invalid channel ID 3. No invites were sent.'], // the attic, which is archived
    [{ stream_ids: [1, 99] }, 'Invalid channel ID 99. No invites were sent.'],
    [{ stream_ids: 'general' }, 'stream_ids is not valid JSON'],
    [{ group_ids: [99] }, 'Invalid user group'],
    [{ group_ids: [6] }, 'Insufficient permission'], // nobody is put into a role's group
    [{ invite_as: 500 }, 'Invalid invite_as'],
    [{ invite_expires_in_minutes: 0 }, 'invite_expires_in_minutes is not a positive integer'],
    [{ invite_expires_in_minutes: -1 }, 'invite_expires_in_minutes is not a positive integer'],
    [{ invite_expires_in_minutes: 'never' }, 'invite_expires_in_minutes is not valid JSON'],
    [{ notify_referrer_on_join: 1 }, 'notify_referrer_on_join is not a boolean'],
    [{ include_realm_default_subscriptions: 'x' }, 'include_realm_default_subscriptions is not valid JSON'],
    [
      { welcome_message_custom_text: 'x'.repeat(8001) },
      'welcome_message_custom_text is too long (limit: 8000 characters)',
    ],
    [{ welcome_message_custom_text: 'a\0b' }, 'welcome_message_custom_text is not text without null bytes'],
  ]
  test('what makes no sense is refused, and nobody is written to', async () => {
    const { realm, ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      for (const [fields, msg] of BAD) expect(await invites(dov, fields), JSON.stringify(fields)).toEqual(refusal(msg))
      const missing = await dov.post('/invites', { invitee_emails: 'gwen@example.com' })
      expect(missing).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'stream_ids' })
    })
    expect(await mailFrom(realm)).toEqual([])
    expect(await listed(ada)).toEqual([])
  })

  test('nobody invites to more than they have themselves, and guests and bots not at all', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const cases: [who: Person, invite_as: number, answer: object][] = [
      [ada, 100, SUCCESS],
      [ben, 100, OWNERS_ONLY],
      [ben, 200, SUCCESS],
      [cleo, 200, ADMINISTRATORS_ONLY],
      [cleo, 300, SUCCESS],
      [dov, 300, ADMINISTRATORS_ONLY],
      [dov, 100, OWNERS_ONLY],
      [dov, 400, SUCCESS],
      [dov, 600, SUCCESS],
      [ezra, 600, NOT_FOR_GUESTS],
      [fig, 400, NOT_FOR_BOTS],
    ]
    for (const [who, invite_as, answer] of cases) {
      const invitee_emails = `x${who.id}as${invite_as}@example.com`
      expect(await invites(who, { invitee_emails, invite_as }), `${who.email} ${invite_as}`).toEqual(answer)
    }
  })

  test('who may invite is for the realm to say', async () => {
    const { ada, cleo, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { can_invite_users_group: { new: 4 } }))
    await changesNothing([ada, dov], async () => expect(await invites(dov, {})).toEqual(NO_PERMISSION))
    succeeded(await invites(cleo, {}))
  })

  test('into channels go those whom the inviter could bring there; into the default ones, anybody', async () => {
    const { ada, dov, general } = await freshRealm()
    const plaza = await newChannel(ada, 'plaza', [ada])
    succeeded(await ada.post('/default_streams', { stream_id: plaza.stream_id }))
    succeeded(await ada.patch('/realm', { can_add_subscribers_group: { new: 3 } }))
    await changesNothing([ada, dov], async () =>
      expect(await invites(dov, { stream_ids: [plaza.stream_id, general.stream_id] })).toEqual(
        refusal('You do not have permission to subscribe other users to channels.'),
      ),
    )
    succeeded(await invites(dov, { stream_ids: [plaza.stream_id], include_realm_default_subscriptions: true }))
  })

  test('who has an account is not invited, and the others are', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const gone = await realm.newPerson('gone')
    succeeded(await ada.delete(`/users/${gone.id}`))
    const here = [
      [ezra.email, 'Already has an account.', false],
      [gone.email, 'Account has been deactivated.', true],
    ]
    const both = `${ezra.email},${gone.email}`
    await changesNothing([ada, dov], async () =>
      expect(await invites(dov, { invitee_emails: both })).toEqual(failed("We weren't able to invite anyone.", here)),
    )
    expect(await invites(dov, { invitee_emails: `${both},gwen@example.com` })).toEqual(
      failed(
        "Some of those addresses are already using Svc, so we didn't send them an invitation. We did send invitations to everyone else!",
        here,
        { sent_invitations: true },
      ),
    )
    expect((await mailFrom(realm)).map(({ to }) => to)).toEqual(['gwen@example.com'])
  })

  test('one address that nobody comes in by keeps all from being invited', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const said = "Some emails did not validate, so we didn't send any invitations."
    await changesNothing([ada, dov], async () => {
      const invitee_emails = `gwen@example.com,not an address,me@mailinator.com,${ezra.email}`
      expect(await invites(dov, { invitee_emails })).toEqual(
        failed(said, [
          ['not an address', 'Invalid address.', false],
          ['me@mailinator.com', 'Please use your real email address.', false],
          [ezra.email, 'Already has an account.', false],
        ]),
      )
    })
    succeeded(await ada.post('/realm/domains', { domain: 'example.com', allow_subdomains: false }))
    succeeded(await ada.patch('/realm', { emails_restricted_to_domains: true }))
    expect(await invites(dov, { invitee_emails: 'a@example.org,a+b@example.com,c@example.com' })).toEqual(
      failed(said, [
        ['a@example.org', 'Outside your domain.', false],
        ['a+b@example.com', 'Email addresses containing + are not allowed.', false],
      ]),
    )
    expect(await mailFrom(realm)).toEqual([])
  })

  test('only so many are invited in a day', async () => {
    const { realm, ada, dov } = await freshRealm()
    await stopClock(realm, NOW)
    const some = (from: number, many: number) =>
      Array.from({ length: many }, (_, nth) => `x${from + nth}@example.com`).join()
    succeeded(await invites(dov, { invitee_emails: some(0, 99) }))
    const tooMany = failed(
      'To protect people from unwanted mail, only so many can be invited in one day. No invitations were sent.',
      [],
      { daily_limit_reached: true },
    )
    await changesNothing([ada, dov], async () =>
      expect(await invites(ada, { invitee_emails: some(100, 2) })).toEqual(tooMany),
    )
    succeeded(await invites(ada, { invitee_emails: some(200, 1) }))
    await stopClock(realm, NOW + 86_401)
    succeeded(await invites(ada, { invitee_emails: some(300, 2) }))
  })

  test('where anybody may come in, whoever just did invites nobody yet', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { invite_required: false }))
    expect(await invites(dov, {})).toMatchObject({ code: 'INVITATION_FAILED', sent_invitations: false })
    succeeded(await invites(ben, {}))
    const { date_joined } = succeeded(await dov.get('/users/me'))
    await stopClock(realm, Date.parse(date_joined) / 1000 + 3 * 86_400)
    succeeded(await invites(dov, { invitee_emails: 'hal@example.com' }))
  })

  test('only hashes of what opens the door are kept, and the letters only until they are sent', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await invites(dov, {}))
    const { invite_link } = succeeded(await (await freshRealm()).ada.post('/invites/multiuse'))
    expect(invite_link).toMatch(/[0-9a-f]{40}/)
    const [secret] = /[0-9a-f]{40}/.exec(linkIn(await letterTo(realm, 'gwen@example.com')))!
    const tables = ['invitations', 'emails', 'events', 'outbox', 'confirmations']
    for (const table of tables)
      expect(JSON.stringify(await rowsIn(realm, `SELECT * FROM ${table}`)), table).not.toContain(secret)
    expect(await rowsIn(realm, 'SELECT * FROM emails')).toEqual([])
  })
})

describe('the other end of an invitation', () => {
  test('a link leads to a page that runs nothing, and from there into the realm', async () => {
    const { realm, ada, dov, general, vault } = await freshRealm()
    succeeded(await ada.patch('/realm', { name: 'Acme <b>&' }))
    const bakers = await newGroup(ada, 'bakers')
    const wanted = {
      stream_ids: [vault.stream_id],
      group_ids: [bakers],
      invite_as: 300,
      welcome_message_custom_text: 'Mind the cat.',
    }
    succeeded(await invites(ada, { invitee_emails: 'gwen@example.com', ...wanted }))
    succeeded(await ada.patch('/realm', { signup_announcements_stream_id: general.stream_id }))
    const link = linkIn(await letterTo(realm, 'gwen@example.com'))
    const page = await opens(link)
    expect(page.status).toBe(200)
    expect(page.html).toContain('Join Acme &#60;b&#62;&#38;')
    expect(page.html).toContain('gwen@example.com')
    expect(page.html).not.toContain('<script')
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    )
    expect(page.headers.get('cache-control')).toBe('private, no-store')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')

    const queue = await ada.registers()
    const heard = await replays([ada, dov], async () => {
      const joined = await submits(link, WHO)
      expect(joined.html).toContain('Welcome to Acme &#60;b&#62;&#38;')
    })
    const events = await queue.events()
    expect(events.filter(({ type }) => type === 'message').map(({ message }) => message.content)).toEqual([
      expect.stringMatching(/accepted your invitation to join the organization!$/),
      expect.stringMatching(/joined this organization\.$/),
    ])
    expect(heard[0]).toContainEqual(expect.objectContaining(CHANGED))
    const gwen = await loggedIn(realm, 'gwen@example.com')
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
    expect(await listed(ada)).toEqual([])
    expect((await letterTo(realm, 'gwen@example.com')).subject).toBe('Welcome to Acme <b>&')
  })

  test('guests who know only of whom they have to do with hear of newcomers where they meet them', async () => {
    const { realm, ada, dov, ezra, general } = await freshRealm()
    const plaza = await newChannel(ada, 'plaza', [ada, dov])
    succeeded(await ada.patch('/realm', { can_access_all_users_group: { new: 6 } }))
    for (const [email, where] of [
      ['gwen@example.com', general],
      ['hal@example.com', plaza],
    ] as const) {
      succeeded(await invites(ada, { invitee_emails: email, stream_ids: [where.stream_id] }))
      const link = linkIn(await letterTo(realm, email))
      const heard = await replays([ada, dov, ezra], () => submits(link, { ...WHO, full_name: email.split('@')[0] }))
      expect(JSON.stringify(heard[4]).includes(email), email).toBe(where === general)
    }
  })

  test('the default channels come on top of those that were chosen, if that was wanted', async () => {
    const { realm, ada, general } = await freshRealm()
    const plaza = await newChannel(ada, 'plaza', [ada])
    succeeded(await ada.post('/default_streams', { stream_id: plaza.stream_id }))
    const cases: [fields: Record<string, FieldValue>, names: string[]][] = [
      [{ stream_ids: [general.stream_id], include_realm_default_subscriptions: true }, ['general', 'plaza']],
      [{ stream_ids: [general.stream_id] }, ['general']],
      [{ stream_ids: [] }, []],
    ]
    for (const [nth, [fields, names]] of cases.entries()) {
      const email = `x${nth}@example.com`
      succeeded(await invites(ada, { invitee_emails: email, ...fields }))
      const { subscriptions } = succeeded(await (await joins(realm, email)).get('/users/me/subscriptions'))
      expect(subscriptions.map(({ name }: Json) => name).sort()).toEqual(names)
    }
  })

  test('what newcomers are greeted with is the organization’s, unless an administrator says otherwise', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { welcome_message_custom_text: 'Ours.' }))
    const cases: [who: Person, text: FieldValue, last: unknown][] = [
      [ada, undefined, 'Ours.'],
      [ada, 'Yours.', 'Yours.'],
      [ada, '', expect.stringMatching(/^Hello/)],
      [ada, '𝄞'.repeat(8000), '𝄞'.repeat(8000)],
      [dov, 'Mine.', 'Ours.'],
    ]
    for (const [nth, [who, welcome_message_custom_text, last]] of cases.entries()) {
      const email = `x${nth}@example.com`
      succeeded(
        await invites(who, { invitee_emails: email, welcome_message_custom_text, notify_referrer_on_join: false }),
      )
      const queue = await who.registers()
      const newcomer = await joins(realm, email)
      const asked = { anchor: 'newest', num_before: 1, num_after: 0, narrow: [['is', 'dm']], apply_markdown: false }
      const { messages } = succeeded(await newcomer.get('/messages', asked))
      expect(messages[0].content).toEqual(last)
      expect((await queue.events()).filter(({ type }) => type === 'message')).toEqual([]) // nor is anybody told
    }
  })

  test('a form that is not right is shown again, and nobody has joined', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await invites(dov, {}))
    const link = linkIn(await letterTo(realm, 'gwen@example.com'))
    const BAD: [fields: Record<string, FieldValue>, msg: string][] = [
      [{ ...WHO, password: 'short' }, 'The password is too weak.'],
      [{ ...WHO, password: 'x'.repeat(101) }, 'The password is too weak.'],
      [{ ...WHO, full_name: '' }, 'Bad name or username'],
      [{ ...WHO, full_name: '<b>"Gwen"</b>' }, 'Invalid characters in name!'],
      [{}, 'The password is too weak.'],
    ]
    await changesNothing([ada, dov], async () => {
      for (const [fields, msg] of BAD) {
        const page = await submits(link, fields)
        expect(page.status, msg).toBe(400)
        expect(page.html).toContain(`<p role="alert">${msg}</p>`)
        expect(page.html).not.toContain('<b>"Gwen"')
      }
    })
    await joins(realm, 'gwen@example.com')
  })

  test('a link that was used, taken back, too old, of another realm or never there leads nowhere', async () => {
    const { realm, ada, dov } = await freshRealm()
    const nowhere = async (link: string) => {
      for (const page of [await opens(link), await submits(link, WHO)]) {
        expect(page.status).toBe(404)
        expect(page.html).toContain('This link is not valid, or not any more.')
      }
    }
    await stopClock(realm, NOW)
    for (const [nth, minutes] of [1, 1, 1, 1, null].entries())
      succeeded(await invites(dov, { invitee_emails: `x${nth}@example.com`, invite_expires_in_minutes: minutes }))
    const links = new Map((await mailFrom(realm)).map((letter) => [letter.to, linkIn(letter)]))
    const [used, revoked, foreign, old, endless] = [0, 1, 2, 3, 4].map((nth) => links.get(`x${nth}@example.com`)!)
    expect((await submits(used!, WHO)).status).toBe(200)
    await nowhere(used!)
    const [invitation] = (await listed(dov)).filter(({ email }) => email === 'x1@example.com')
    succeeded(await dov.delete(`/invites/${invitation.id}`))
    await nowhere(revoked!)
    const other = await freshRealm()
    await nowhere(foreign!.replace(realm.url, other.realm.url))
    await nowhere(`${realm.url}/join/${'0'.repeat(40)}/`)
    await stopClock(realm, NOW + 61)
    await nowhere(old!)
    expect((await opens(endless!)).status).toBe(200)
    succeeded(await ada.delete(`/users/${dov.id}`))
    await nowhere(endless!)
  })

  test('it brings somebody into what the inviter could bring them into when it is used, and no more', async () => {
    const { realm, ada, cleo, dov, general } = await freshRealm()
    const bakers = await newGroup(dov, 'bakers')
    succeeded(await invites(dov, { stream_ids: [general.stream_id], group_ids: [bakers] }))
    succeeded(await ada.patch('/realm', { can_add_subscribers_group: { new: 3 } }))
    succeeded(
      await ada.patch(`/user_groups/${bakers}`, { can_manage_group: { new: 3 }, can_add_members_group: { new: 3 } }),
    )
    const gwen = await joins(realm, 'gwen@example.com')
    expect(succeeded(await gwen.get('/users/me/subscriptions')).subscriptions).toEqual([])
    expect(succeeded(await ada.get(`/user_groups/${bakers}/members`)).members).toEqual([])
    succeeded(await invites(cleo, { invitee_emails: 'hal@example.com', invite_as: 300 }))
    const link = linkIn(await letterTo(realm, 'hal@example.com'))
    succeeded(await ada.patch(`/users/${cleo.id}`, { role: 400 }))
    expect((await submits(link, WHO)).status).toBe(404)
  })

  test('it lets nobody in whom its maker could not invite any more', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await invites(dov, { invitee_emails: 'gwen@example.com' }))
    const link = linkIn(await letterTo(realm, 'gwen@example.com'))
    succeeded(await ada.patch('/realm', { can_invite_users_group: { new: 3 } }))
    expect((await submits(link, WHO)).status).toBe(404)
    succeeded(await ada.patch('/realm', { can_invite_users_group: { new: 5 } }))
    expect((await submits(link, WHO)).status).toBe(200)
  })

  test('a group that one may join oneself is none that others are invited into', async () => {
    const { realm, ada, dov } = await freshRealm()
    const group = { description: '', members: [], can_join_group: 6 }
    const { group_id } = succeeded(await ada.post('/user_groups/create', { ...group, name: 'bakers' }))
    expect(await invites(dov, { group_ids: [group_id] })).toEqual(NO_PERMISSION)
    succeeded(await ada.patch(`/user_groups/${group_id}`, { can_add_members_group: { new: 6 } }))
    succeeded(await invites(dov, { group_ids: [group_id, group_id] }))
    const gwen = await joins(realm, 'gwen@example.com')
    expect(succeeded(await ada.get(`/user_groups/${group_id}/members`)).members).toEqual([gwen.id])
  })

  test('who is let in by an administrator needs no invitation any more', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await invites(dov, {}))
    const [heard] = await receivedBy([dov], () =>
      ada.post('/users', { email: 'Gwen@Example.com', full_name: 'Gwen', password: WHO.password }),
    )
    expect(heard!.plain).toContainEqual(CHANGED)
    expect(await listed(dov)).toEqual([])
  })

  test('an address that has an account by then is told so', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await invites(dov, {}))
    const link = linkIn(await letterTo(realm, 'gwen@example.com'))
    await realm.newPerson('gwen', { email: 'gwen@example.com' })
    const page = await submits(link, WHO)
    expect(page).toMatchObject({ status: 400, html: expect.stringContaining('already in use') })
  })
})

describe('POST /invites/multiuse', () => {
  const makes = (person: Person, fields: Record<string, FieldValue> = {}) => person.post('/invites/multiuse', fields)

  test('a link is for any number of people, who each show that an address is theirs', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const wishes = { stream_ids: [general.stream_id], invite_as: 600, invite_expires_in_minutes: null }
    const [heard] = await receivedBy([ada], () => makes(ada, wishes))
    expect(heard!.plain).toEqual([CHANGED])
    const [{ link_url, ...invitation }] = await listed(ada)
    expect(invitation).toEqual({
      id: expect.any(Number),
      invited_by_user_id: ada.id,
      invited: expect.any(Number),
      expiry_date: null,
      invited_as: 600,
      notify_referrer_on_join: true,
      is_multiuse: true,
    })
    expect((await opens(link_url)).html).toContain('Your email address')
    for (const email of ['gwen@example.com', 'hal@example.com']) {
      // A name and a password are of no use yet: the address might be anybody's.
      const asked = await submits(link_url, { email, ...WHO }, email)
      expect(asked.html).toContain('Look into your mail')
      const person = await joins(realm, email)
      expect(succeeded(await person.get('/users/me'))).toMatchObject({ role: 600 })
      const { subscriptions } = succeeded(await person.get('/users/me/subscriptions'))
      expect(subscriptions.map(({ name }: Json) => name)).toEqual(['general'])
    }
    const told = await submits(link_url, { email: dov.email }, 'elsewhere')
    expect(told.html).toBe(
      (await submits(link_url, { email: 'zoe@example.com' }, 'elsewhere')).html.replace('zoe@example.com', dov.email),
    )
    expect(linkIn(await letterTo(realm, dov.email))).toBe('no link')
    expect(await listed(ada)).toHaveLength(1)
  })

  test('with the link, what was confirmed by way of it ends too', async () => {
    const { realm, ada } = await freshRealm()
    const { invite_link } = succeeded(await makes(ada))
    expect(invite_link).toBe((await listed(ada))[0]!.link_url)
    await submits(invite_link, { email: 'gwen@example.com' })
    const [{ id }] = await listed(ada)
    succeeded(await ada.delete(`/invites/multiuse/${id}`))
    const own = linkIn(await letterTo(realm, 'gwen@example.com'))
    for (const link of [invite_link, own]) expect((await submits(link, WHO)).status).toBe(404)
    expect(await ada.delete(`/invites/multiuse/${id}`)).toEqual(refusal('Invitation has already been revoked'))
  })

  test('it is made by those whom the realm lets, within what they may do', async () => {
    const { ada, ben, dov, ezra, fig } = await freshRealm()
    const cases: [who: Person, fields: Record<string, FieldValue>, answer: object][] = [
      [dov, {}, NO_PERMISSION],
      [ezra, {}, NOT_FOR_GUESTS],
      [fig, {}, NOT_FOR_BOTS],
      [ben, { invite_as: 100 }, OWNERS_ONLY],
      [ben, { stream_ids: [99] }, refusal('Invalid channel ID 99. No invites were sent.')],
      [ben, { group_ids: [99] }, refusal('Invalid user group')],
      [ben, { invite_expires_in_minutes: 0 }, refusal('invite_expires_in_minutes is not a positive integer')],
    ]
    await changesNothing([ada, dov], async () => {
      for (const [who, fields, answer] of cases)
        expect(await makes(who, fields), JSON.stringify(fields)).toEqual(answer)
    })
    succeeded(await makes(ben))
  })

  test('a bad address is said to be one, on the page', async () => {
    const { ada } = await freshRealm()
    const { invite_link } = succeeded(await makes(ada))
    for (const email of ['', 'x', 'x@mailinator.com']) {
      const page = await submits(invite_link, { email })
      expect(page.status).toBe(400)
      expect(page.html).toContain('role="alert"')
    }
  })
})

describe('GET /invites', () => {
  test('everybody sees their own, administrators all that are still of use', async () => {
    const { realm, ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    await stopClock(realm, NOW)
    succeeded(await invites(dov, { invitee_emails: 'gwen@example.com', invite_expires_in_minutes: 1 }))
    succeeded(await invites(cleo, { invitee_emails: 'hal@example.com' }))
    const seenBy = async (person: Person) => (await listed(person)).map(({ email }) => email)
    expect(await seenBy(dov)).toEqual(['gwen@example.com'])
    expect(await seenBy(cleo)).toEqual(['hal@example.com'])
    for (const person of [ada, ben]) expect(await seenBy(person)).toEqual(['gwen@example.com', 'hal@example.com'])
    expect(await ezra.get('/invites')).toEqual(NOT_FOR_GUESTS)
    expect(await fig.get('/invites')).toEqual(NOT_FOR_BOTS)
    await stopClock(realm, NOW + 60)
    expect(await seenBy(ada)).toEqual(['hal@example.com'])
  })
})

describe('GET /invites, links', () => {
  test('a link to more than one has oneself is not told', async () => {
    const { ada, ben } = await freshRealm()
    const { invite_link } = succeeded(await ada.post('/invites/multiuse', { invite_as: 100 }))
    expect((await listed(ada)).map(({ link_url }) => link_url)).toEqual([invite_link])
    const [seen] = await listed(ben)
    expect(seen).toMatchObject({ is_multiuse: true, invited_as: 100 })
    expect(JSON.stringify(seen)).not.toContain('/join/')
  })
})

describe('DELETE /invites/:invite_id, POST /invites/:invite_id/resend', () => {
  test('an invitation is taken back by whoever made it, or an administrator', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    succeeded(await invites(dov, { invitee_emails: 'a@example.com,b@example.com' }))
    succeeded(await invites(ada, { invitee_emails: 'c@example.com', invite_as: 100 }))
    const [a, b, c] = (await listed(ada)).map(({ id }) => id)
    const { invite_link: _ } = succeeded(await ada.post('/invites/multiuse'))
    const link = (await listed(ada)).at(-1)!.id
    await changesNothing([ada, dov], async () => {
      for (const [who, path] of [
        [cleo, `/invites/${a}`],
        [dov, '/invites/99'],
        [dov, `/invites/multiuse/${a}`],
        [ada, `/invites/${link}`],
      ] as const)
        expect(await who.delete(path), path).toEqual(NO_SUCH)
      expect(await cleo.post(`/invites/${a}/resend`)).toEqual(NO_SUCH)
      expect(await ada.post(`/invites/${link}/resend`)).toEqual(NO_SUCH)
      expect(await ben.delete(`/invites/${c}`)).toEqual(OWNERS_ONLY)
      expect(await ben.post(`/invites/${c}/resend`)).toEqual(OWNERS_ONLY)
    })
    const heard = await receivedBy([ada, dov, cleo], async () => {
      expect(await dov.delete(`/invites/${a}`)).toEqual(SUCCESS)
      expect(await ben.delete(`/invites/${b}`)).toEqual(SUCCESS)
    })
    expect(heard.map(({ plain }) => plain)).toEqual([[CHANGED, CHANGED], [CHANGED, CHANGED], []])
    expect(await dov.delete(`/invites/${a}`)).toEqual(NO_SUCH)
    expect(await dov.post(`/invites/${a}/resend`)).toEqual(NO_SUCH)
    expect(await listed(dov)).toEqual([])
  })

  test('sending it once more leaves the link and its time as they are', async () => {
    const { realm, ada, dov } = await freshRealm()
    await stopClock(realm, NOW)
    succeeded(await invites(dov, { invite_expires_in_minutes: 60 }))
    const first = linkIn(await letterTo(realm, 'gwen@example.com'))
    const [{ id, expiry_date }] = await listed(dov)
    await stopClock(realm, NOW + 600)
    expect(await ada.post(`/invites/${id}/resend`)).toEqual(SUCCESS)
    const mail = await mailFrom(realm)
    expect(mail.map(linkIn)).toEqual([first, first])
    expect(mail[0].subject).toContain('Dov has invited you')
    expect(await listed(dov)).toMatchObject([{ id, expiry_date, invited: NOW + 600 }])
    // The first letter counts like every other.
    expect(await dov.post(`/invites/${id}/resend`)).toMatchObject({ code: 'RATE_LIMIT_HIT' })
    await stopClock(realm, NOW + 3600)
    expect(await dov.post(`/invites/${id}/resend`)).toEqual(NO_SUCH)
  })

  test('who leaves takes their invitations along', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await invites(dov, {}))
    const link = linkIn(await letterTo(realm, 'gwen@example.com'))
    const [heard] = await receivedBy([ada], () => ada.delete(`/users/${dov.id}`))
    expect(heard!.plain).toContainEqual(CHANGED)
    succeeded(await ada.post(`/users/${dov.id}/reactivate`))
    expect((await opens(link)).status).toBe(404)
    expect(await listed(ada)).toEqual([])
  })
})
