import { describe, expect, test } from 'vitest'
import { NO_PERMISSION, OWNERS_ONLY, refusal, SUCCESS } from '../support/answers'
import { stopClock } from '../support/clock'
import { INVITES_CHANGED, NOT_FOR_GUESTS, NOT_FOR_BOTS, invite, listInvitations } from '../support/invitations'
import { emailTo, linkIn, openPage, sentEmails } from '../support/mail'
import { succeeded, type FieldValue, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { selectRows } from '../support/tables'

const NO_SUCH = refusal('No such invitation')
const ADMINISTRATORS_ONLY = refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')
const failed = (msg: string, errors: unknown[], fields: object = {}) =>
  refusal(msg, 'INVITATION_FAILED', {
    errors,
    sent_invitations: false,
    license_limit_reached: false,
    daily_limit_reached: false,
    ...fields,
  })
const NOW = 1_900_000_000

describe('POST /invites', () => {
  test('an invitation is sent by email, and administrators and the inviter receive an event', async () => {
    const { realm, ada, cleo, dov, ezra } = await freshRealm()
    await stopClock(realm, NOW)
    const invitee_emails = 'gwen@example.com, Hal <HAL@Example.com>\n\r\n, gwen@EXAMPLE.com ,'
    const received = await receivedBy([ada, cleo, dov, ezra], async () =>
      expect(await invite(dov, { invitee_emails })).toEqual(SUCCESS),
    )
    expect(received.map(({ plain }) => plain)).toEqual([[INVITES_CHANGED], [], [INVITES_CHANGED], []])
    const mail = await sentEmails(realm)
    expect(mail.map(({ to, subject, from_name }) => ({ to, subject, from_name }))).toEqual([
      { to: 'HAL@Example.com', subject: `Dov has invited you to join ${realm.name}`, from_name: realm.name },
      { to: 'gwen@EXAMPLE.com', subject: `Dov has invited you to join ${realm.name}`, from_name: realm.name },
    ])
    expect(linkIn(mail[0])).toMatch(new RegExp(`^${realm.url}/join/[0-9a-f]{40}/$`))
    expect(linkIn(mail[0])).not.toBe(linkIn(mail[1]))
    expect(await listInvitations(dov)).toEqual(
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
    [{ stream_ids: [2] }, 'Invalid channel ID 2. No invites were sent.'], // the vault, to which dov is not subscribed
    [{ stream_ids: [3] }, 'Invalid channel ID 3. No invites were sent.'], // the attic, which is archived
    [{ stream_ids: [1, 99] }, 'Invalid channel ID 99. No invites were sent.'],
    [{ stream_ids: 'general' }, 'stream_ids is not valid JSON'],
    [{ group_ids: [99] }, 'Invalid user group'],
    [{ group_ids: [6] }, 'Insufficient permission'], // no user can be added to the group of a role
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
  test('an invalid request is refused, and no email is sent', async () => {
    const { realm, ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      for (const [fields, msg] of BAD) expect(await invite(dov, fields), JSON.stringify(fields)).toEqual(refusal(msg))
      const missing = await dov.post('/invites', { invitee_emails: 'gwen@example.com' })
      expect(missing).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'stream_ids' })
    })
    expect(await sentEmails(realm)).toEqual([])
    expect(await listInvitations(ada)).toEqual([])
  })

  test('no user invites to a higher role than their own, and guests and bots cannot invite', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const cases: [actor: Person, invite_as: number, answer: object][] = [
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
    for (const [actor, invite_as, answer] of cases) {
      const invitee_emails = `x${actor.id}as${invite_as}@example.com`
      expect(await invite(actor, { invitee_emails, invite_as }), `${actor.email} ${invite_as}`).toEqual(answer)
    }
  })

  test('the settings of the realm decide who can invite', async () => {
    const { ada, cleo, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { can_invite_users_group: { new: 4 } }))
    await changesNothing([ada, dov], async () => expect(await invite(dov, {})).toEqual(NO_PERMISSION))
    succeeded(await invite(cleo, {}))
  })

  test('an inviter needs the right to add others to a channel, unless it is a default channel', async () => {
    const { ada, dov, general } = await freshRealm()
    const plaza = await newChannel(ada, 'plaza', [ada])
    succeeded(await ada.post('/default_streams', { stream_id: plaza.stream_id }))
    succeeded(await ada.patch('/realm', { can_add_subscribers_group: { new: 3 } }))
    await changesNothing([ada, dov], async () =>
      expect(await invite(dov, { stream_ids: [plaza.stream_id, general.stream_id] })).toEqual(
        refusal('You do not have permission to subscribe other users to channels.'),
      ),
    )
    succeeded(await invite(dov, { stream_ids: [plaza.stream_id], include_realm_default_subscriptions: true }))
  })

  test('an address that has an account is not invited, and the others are', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const deactivated = await realm.newPerson('gone')
    succeeded(await ada.delete(`/users/${deactivated.id}`))
    const withAccounts = [
      [ezra.email, 'Already has an account.', false],
      [deactivated.email, 'Account has been deactivated.', true],
    ]
    const both = `${ezra.email},${deactivated.email}`
    await changesNothing([ada, dov], async () =>
      expect(await invite(dov, { invitee_emails: both })).toEqual(
        failed("We weren't able to invite anyone.", withAccounts),
      ),
    )
    expect(await invite(dov, { invitee_emails: `${both},gwen@example.com` })).toEqual(
      failed(
        "Some of those addresses are already using Svc, so we didn't send them an invitation. We did send invitations to everyone else!",
        withAccounts,
        { sent_invitations: true },
      ),
    )
    expect((await sentEmails(realm)).map(({ to }) => to)).toEqual(['gwen@example.com'])
  })

  test('one invalid address prevents all invitations of a request', async () => {
    const { realm, ada, dov, ezra } = await freshRealm()
    const msg = "Some emails did not validate, so we didn't send any invitations."
    await changesNothing([ada, dov], async () => {
      const invitee_emails = `gwen@example.com,not an address,me@mailinator.com,${ezra.email}`
      expect(await invite(dov, { invitee_emails })).toEqual(
        failed(msg, [
          ['not an address', 'Invalid address.', false],
          ['me@mailinator.com', 'Please use your real email address.', false],
          [ezra.email, 'Already has an account.', false],
        ]),
      )
    })
    succeeded(await ada.post('/realm/domains', { domain: 'example.com', allow_subdomains: false }))
    succeeded(await ada.patch('/realm', { emails_restricted_to_domains: true }))
    expect(await invite(dov, { invitee_emails: 'a@example.org,a+b@example.com,c@example.com' })).toEqual(
      failed(msg, [
        ['a@example.org', 'Outside your domain.', false],
        ['a+b@example.com', 'Email addresses containing + are not allowed.', false],
      ]),
    )
    expect(await sentEmails(realm)).toEqual([])
  })

  test('the invitations of a day are limited', async () => {
    const { realm, ada, dov } = await freshRealm()
    await stopClock(realm, NOW)
    const addresses = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `x${from + index}@example.com`).join()
    succeeded(await invite(dov, { invitee_emails: addresses(0, 99) }))
    const tooMany = failed(
      'To protect people from unwanted mail, only so many can be invited in one day. No invitations were sent.',
      [],
      { daily_limit_reached: true },
    )
    await changesNothing([ada, dov], async () =>
      expect(await invite(ada, { invitee_emails: addresses(100, 2) })).toEqual(tooMany),
    )
    succeeded(await invite(ada, { invitee_emails: addresses(200, 1) }))
    await stopClock(realm, NOW + 86_401)
    succeeded(await invite(ada, { invitee_emails: addresses(300, 2) }))
  })

  test('a new user of an open organization cannot invite yet', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    succeeded(await ada.patch('/realm', { invite_required: false }))
    expect(await invite(dov, {})).toMatchObject({ code: 'INVITATION_FAILED', sent_invitations: false })
    succeeded(await invite(ben, {}))
    const { date_joined } = succeeded(await dov.get('/users/me'))
    await stopClock(realm, Date.parse(date_joined) / 1000 + 3 * 86_400)
    succeeded(await invite(dov, { invitee_emails: 'hal@example.com' }))
  })

  test('the realm stores only hashes of secrets, and emails only until they are sent', async () => {
    const { realm, dov } = await freshRealm()
    succeeded(await invite(dov, {}))
    const { invite_link } = succeeded(await (await freshRealm()).ada.post('/invites/multiuse'))
    expect(invite_link).toMatch(/[0-9a-f]{40}/)
    const [secret] = /[0-9a-f]{40}/.exec(linkIn(await emailTo(realm, 'gwen@example.com')))!
    const tables = ['invitations', 'emails', 'events', 'outbox', 'confirmations']
    for (const table of tables)
      expect(JSON.stringify(await selectRows(realm, `SELECT * FROM ${table}`)), table).not.toContain(secret)
    expect(await selectRows(realm, 'SELECT * FROM emails')).toEqual([])
  })
})

describe('GET /invites', () => {
  test('a user sees their own open invitations, and an administrator sees all', async () => {
    const { realm, ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    await stopClock(realm, NOW)
    succeeded(await invite(dov, { invitee_emails: 'gwen@example.com', invite_expires_in_minutes: 1 }))
    succeeded(await invite(cleo, { invitee_emails: 'hal@example.com' }))
    const visibleTo = async (person: Person) => (await listInvitations(person)).map(({ email }) => email)
    expect(await visibleTo(dov)).toEqual(['gwen@example.com'])
    expect(await visibleTo(cleo)).toEqual(['hal@example.com'])
    for (const person of [ada, ben]) expect(await visibleTo(person)).toEqual(['gwen@example.com', 'hal@example.com'])
    expect(await ezra.get('/invites')).toEqual(NOT_FOR_GUESTS)
    expect(await fig.get('/invites')).toEqual(NOT_FOR_BOTS)
    await stopClock(realm, NOW + 60)
    expect(await visibleTo(ada)).toEqual(['hal@example.com'])
  })
})

describe('DELETE /invites/:invite_id, POST /invites/:invite_id/resend', () => {
  test('the inviter or an administrator revokes an invitation', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    succeeded(await invite(dov, { invitee_emails: 'a@example.com,b@example.com' }))
    succeeded(await invite(ada, { invitee_emails: 'c@example.com', invite_as: 100 }))
    const [a, b, c] = (await listInvitations(ada)).map(({ id }) => id)
    const { invite_link: _ } = succeeded(await ada.post('/invites/multiuse'))
    const link = (await listInvitations(ada)).at(-1)!.id
    await changesNothing([ada, dov], async () => {
      for (const [actor, path] of [
        [cleo, `/invites/${a}`],
        [dov, '/invites/99'],
        [dov, `/invites/multiuse/${a}`],
        [ada, `/invites/${link}`],
      ] as const)
        expect(await actor.delete(path), path).toEqual(NO_SUCH)
      expect(await cleo.post(`/invites/${a}/resend`)).toEqual(NO_SUCH)
      expect(await ada.post(`/invites/${link}/resend`)).toEqual(NO_SUCH)
      expect(await ben.delete(`/invites/${c}`)).toEqual(OWNERS_ONLY)
      expect(await ben.post(`/invites/${c}/resend`)).toEqual(OWNERS_ONLY)
    })
    const received = await receivedBy([ada, dov, cleo], async () => {
      expect(await dov.delete(`/invites/${a}`)).toEqual(SUCCESS)
      expect(await ben.delete(`/invites/${b}`)).toEqual(SUCCESS)
    })
    expect(received.map(({ plain }) => plain)).toEqual([
      [INVITES_CHANGED, INVITES_CHANGED],
      [INVITES_CHANGED, INVITES_CHANGED],
      [],
    ])
    expect(await dov.delete(`/invites/${a}`)).toEqual(NO_SUCH)
    expect(await dov.post(`/invites/${a}/resend`)).toEqual(NO_SUCH)
    expect(await listInvitations(dov)).toEqual([])
  })

  test('an email that is sent again has the same link and the same time of expiry', async () => {
    const { realm, ada, dov } = await freshRealm()
    await stopClock(realm, NOW)
    succeeded(await invite(dov, { invite_expires_in_minutes: 60 }))
    const first = linkIn(await emailTo(realm, 'gwen@example.com'))
    const [{ id, expiry_date }] = await listInvitations(dov)
    await stopClock(realm, NOW + 600)
    expect(await ada.post(`/invites/${id}/resend`)).toEqual(SUCCESS)
    const mail = await sentEmails(realm)
    expect(mail.map(linkIn)).toEqual([first, first])
    expect(mail[0].subject).toContain('Dov has invited you')
    expect(await listInvitations(dov)).toMatchObject([{ id, expiry_date, invited: NOW + 600 }])
    // The first email counts too.
    expect(await dov.post(`/invites/${id}/resend`)).toMatchObject({ code: 'RATE_LIMIT_HIT' })
    await stopClock(realm, NOW + 3600)
    expect(await dov.post(`/invites/${id}/resend`)).toEqual(NO_SUCH)
  })

  test('the invitations of a deactivated user are revoked', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await invite(dov, {}))
    const link = linkIn(await emailTo(realm, 'gwen@example.com'))
    const [received] = await receivedBy([ada], () => ada.delete(`/users/${dov.id}`))
    expect(received!.plain).toContainEqual(INVITES_CHANGED)
    succeeded(await ada.post(`/users/${dov.id}/reactivate`))
    expect((await openPage(link)).status).toBe(404)
    expect(await listInvitations(ada)).toEqual([])
  })
})
