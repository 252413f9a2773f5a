import { describe, expect, test } from 'vitest'
import { NO_PERMISSION, OWNERS_ONLY, refusal } from '../support/answers'
import { NEW_USER, INVITES_CHANGED, NOT_FOR_GUESTS, NOT_FOR_BOTS, listInvitations, join } from '../support/invitations'
import { emailTo, linkIn, openPage, submitPage } from '../support/mail'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'

describe('POST /invites/multiuse', () => {
  const createLink = (person: Person, fields: Record<string, FieldValue> = {}) =>
    person.post('/invites/multiuse', fields)

  test('any number of users can join with a link, after each confirmed an address', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const options = { stream_ids: [general.stream_id], invite_as: 600, invite_expires_in_minutes: null }
    const [received] = await receivedBy([ada], () => createLink(ada, options))
    expect(received!.plain).toEqual([INVITES_CHANGED])
    const [{ link_url, ...invitation }] = await listInvitations(ada)
    expect(invitation).toEqual({
      id: expect.any(Number),
      invited_by_user_id: ada.id,
      invited: expect.any(Number),
      expiry_date: null,
      invited_as: 600,
      notify_referrer_on_join: true,
      is_multiuse: true,
    })
    expect((await openPage(link_url)).html).toContain('name="email"')
    for (const email of ['gwen@example.com', 'hal@example.com']) {
      // The server ignores a name and a password here, because the address is not confirmed.
      const page = await submitPage(link_url, { email, ...NEW_USER }, email)
      expect(page.html).toContain('Check your email')
      const person = await join(realm, email)
      expect(succeeded(await person.get('/users/me'))).toMatchObject({ role: 600 })
      const { subscriptions } = succeeded(await person.get('/users/me/subscriptions'))
      expect(subscriptions.map(({ name }: Json) => name)).toEqual(['general'])
    }
    const pageForMember = await submitPage(link_url, { email: dov.email }, 'elsewhere')
    expect(pageForMember.html).toBe(
      (await submitPage(link_url, { email: 'zoe@example.com' }, 'elsewhere')).html.replace(
        'zoe@example.com',
        dov.email,
      ),
    )
    expect(linkIn(await emailTo(realm, dov.email))).toBe('no link')
    expect(await listInvitations(ada)).toHaveLength(1)
  })

  test('a revoked link makes the confirmations that began with it invalid', async () => {
    const { realm, ada } = await freshRealm()
    const { invite_link } = succeeded(await createLink(ada))
    expect(invite_link).toBe((await listInvitations(ada))[0]!.link_url)
    await submitPage(invite_link, { email: 'gwen@example.com' })
    const [{ id }] = await listInvitations(ada)
    succeeded(await ada.delete(`/invites/multiuse/${id}`))
    const confirmation = linkIn(await emailTo(realm, 'gwen@example.com'))
    for (const link of [invite_link, confirmation]) expect((await submitPage(link, NEW_USER)).status).toBe(404)
    expect(await ada.delete(`/invites/multiuse/${id}`)).toEqual(refusal('Invitation has already been revoked'))
  })

  test('the settings of the realm decide who can create a link, within their own rights', async () => {
    const { ada, ben, dov, ezra, fig } = await freshRealm()
    const cases: [actor: Person, fields: Record<string, FieldValue>, answer: object][] = [
      [dov, {}, NO_PERMISSION],
      [ezra, {}, NOT_FOR_GUESTS],
      [fig, {}, NOT_FOR_BOTS],
      [ben, { invite_as: 100 }, OWNERS_ONLY],
      [ben, { stream_ids: [99] }, refusal('Invalid channel ID 99. No invites were sent.')],
      [ben, { group_ids: [99] }, refusal('Invalid user group')],
      [ben, { invite_expires_in_minutes: 0 }, refusal('invite_expires_in_minutes is not a positive integer')],
    ]
    await changesNothing([ada, dov], async () => {
      for (const [actor, fields, answer] of cases)
        expect(await createLink(actor, fields), JSON.stringify(fields)).toEqual(answer)
    })
    succeeded(await createLink(ben))
  })

  test('the page refuses an invalid address', async () => {
    const { ada } = await freshRealm()
    const { invite_link } = succeeded(await createLink(ada))
    for (const email of ['', 'x', 'x@mailinator.com']) {
      const page = await submitPage(invite_link, { email })
      expect(page.status).toBe(400)
      expect(page.html).toContain('role="alert"')
    }
  })
})

describe('GET /invites, links', () => {
  test('a user does not see a link that gives a higher role than their own', async () => {
    const { ada, ben } = await freshRealm()
    const { invite_link } = succeeded(await ada.post('/invites/multiuse', { invite_as: 100 }))
    expect((await listInvitations(ada)).map(({ link_url }) => link_url)).toEqual([invite_link])
    const [invitation] = await listInvitations(ben)
    expect(invitation).toMatchObject({ is_multiuse: true, invited_as: 100 })
    expect(JSON.stringify(invitation)).not.toContain('/join/')
  })
})
