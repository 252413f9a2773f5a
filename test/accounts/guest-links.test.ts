import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { doDueWork } from '../support/alarms'
import { Browser } from '../support/browser'
import { advanceClock } from '../support/clock'
import { askForGuestLink, comeAsGuest, enter, guestLinksOf, newGuestLink, type Guest } from '../support/guest-links'
import { INVITES_CHANGED, NOT_FOR_BOTS, NOT_FOR_GUESTS } from '../support/invitations'
import { openPage } from '../support/mail'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { eventNames, receivedBy } from '../support/received-events'
import { MODERATORS_GROUP } from '../support/system-groups'
import { replays } from '../support/replays'

const ENDED = refusal('Guest link has already ended')
const NO_LINK = refusal('Guest link does not exist')

const isActive = async (viewer: Person, { id }: Guest): Promise<boolean> =>
  succeeded(await viewer.get(`/users/${id}`)).user.is_active

describe('POST /parley/guest_links', () => {
  test('creates a link that administrators and its creator see', async () => {
    const { ada, ben, dov, general } = await freshRealm()
    const [adas, dovs] = await receivedBy([ada, dov], async () => {
      await newGuestLink(ben, general)
    })
    expect(adas!.plain).toEqual([INVITES_CHANGED])
    expect(dovs!.plain).toEqual([])
    const [link] = await guestLinksOf(ada)
    expect(link).toEqual({
      id: 1,
      stream_id: general.stream_id,
      created_by_user_id: ben.id,
      created_at: expect.any(Number),
      expires_at: link.created_at + 3600,
      max_uses: 10,
      uses: 0,
      guests_leave: true,
      is_open: true,
      url: expect.stringMatching(/^http:.*\/guest\/[0-9a-f]{40}\/$/),
      guest_ids: [],
    })
    const entries = succeeded(await ada.get('/parley/audit_log')).entries
    expect(entries.find(({ kind }: Json) => kind === 'guest_link_created')).toMatchObject({
      actor_id: ben.id,
      details: { guest_link_id: 1, stream_id: general.stream_id, max_uses: 10, guests_leave: true },
    })
    expect(JSON.stringify(entries)).not.toContain(new URL(link.url).pathname.split('/')[2])
  })

  test('the setting of the realm decides who can create links, within their own rights', async () => {
    const { ada, ben, dov, ezra, fig, general, vault, attic } = await freshRealm()
    const cases: [actor: Person, fields: Record<string, FieldValue>, answer: object][] = [
      [dov, {}, NO_PERMISSION],
      [ezra, {}, NOT_FOR_GUESTS],
      [fig, {}, NOT_FOR_BOTS],
      [ben, { max_uses: 0 }, refusal('max_uses is not at least 1')],
      [ben, { max_uses: 201 }, refusal('max_uses is not at most 200')],
      [ben, { expires_in_minutes: 0 }, refusal('expires_in_minutes is not at least 1')],
      [ben, { expires_in_minutes: 129_601 }, refusal('expires_in_minutes is not at most 129600')],
      ...[attic.stream_id, 99].map((stream_id): [Person, Record<string, FieldValue>, object] => [
        ben,
        { stream_id },
        refusal(`Invalid channel ID ${stream_id}, or you may not add people to this channel.`),
      ]),
    ]
    for (const [actor, fields, answer] of cases) expect(await askForGuestLink(actor, general, fields)).toEqual(answer)
    succeeded(await askForGuestLink(ben, vault))
    const { group_id } = succeeded(
      await ada.post('/user_groups/create', { name: 'hosts', description: '', members: [dov.id] }),
    )
    const setting = { parley_can_create_guest_links_group: { new: group_id } }
    expect(await ben.patch('/realm', setting)).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    succeeded(await ada.patch('/realm', setting))
    succeeded(await askForGuestLink(dov, general))
    expect(await askForGuestLink(dov, vault)).toEqual(
      refusal(`Invalid channel ID ${vault.stream_id}, or you may not add people to this channel.`),
    )
    expect(await askForGuestLink(ben, general)).toEqual(NO_PERMISSION)
  })

  test('a realm has 100 open links at most', async () => {
    const { ada, general } = await freshRealm()
    for (let links = 0; links < 100; links++) await newGuestLink(ada, general)
    expect(await askForGuestLink(ada, general)).toEqual(
      refusal('This organization has 100 open guest links. End one of them first.'),
    )
    succeeded(await ada.delete('/parley/guest_links/1'))
    succeeded(await askForGuestLink(ada, general))
  })
})

describe('GET /parley/guest_links', () => {
  test('returns to others than administrators only their own links', async () => {
    const { ada, ben, cleo, general } = await freshRealm()
    succeeded(await ada.patch('/realm', { parley_can_create_guest_links_group: { new: MODERATORS_GROUP } }))
    const own = await newGuestLink(cleo, general)
    await newGuestLink(ada, general)
    expect(await guestLinksOf(ben)).toHaveLength(2)
    expect(await guestLinksOf(cleo)).toEqual([own])
  })
})

describe('GET site:/guest/:guest_link_key', () => {
  test('says what a guest will see, and opening it changes nothing', async () => {
    const { ada, general, vault } = await freshRealm()
    const link = await newGuestLink(ada, general)
    const { status, html } = await openPage(link.url)
    expect(status).toBe(200)
    expect(html).toContain('name="full_name"')
    expect(html).toContain('# general')
    expect(html).toContain('also earlier ones')
    expect(html).toContain('Your access ends with the link')
    expect((await openPage((await newGuestLink(ada, vault, { guests_leave: false })).url)).html).toContain(
      'Your access stays after the end of the link',
    )
    expect((await guestLinksOf(ada))[0]!.uses).toBe(0)
    expect(await openPage(link.url.replace(/[0-9a-f]{40}/, '0'.repeat(40)))).toMatchObject({ status: 404 })
  })

  test('a browser that is logged in keeps its session', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const link = await newGuestLink(ada, general)
    const browser = await new Browser(realm.url).logIn(dov)
    const { cookie } = browser
    const path = new URL(link.url).pathname
    expect(await (await browser.request(path)).text()).toContain('You are logged in as Dov')
    const response = await enter(browser, link, 'Gwen')
    expect(await response.text()).toContain(`/#narrow/channel/${general.stream_id}`)
    expect(browser.cookie).toBe(cookie)
    expect((await guestLinksOf(ada))[0]!.uses).toBe(0)
  })
})

describe('POST site:/guest/:guest_link_key', () => {
  test('creates a guest in the channel, and lets the browser in', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const link = await newGuestLink(ada, general)
    const browser = new Browser(realm.url)
    const response = await enter(browser, link, ' Gwen ')
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`/#narrow/channel/${general.stream_id}`)
    const own = succeeded(await browser.get('/users/me'))
    expect(own).toMatchObject({ full_name: 'Gwen', role: 600, is_guest: true, is_link_guest: true, is_active: true })
    expect(own.delivery_email).toMatch(/^guest-\w{20}@guests\.invalid$/)
    const seen = succeeded(await dov.get(`/users/${own.user_id}`)).user
    expect(seen).toMatchObject({ is_link_guest: true, delivery_email: null })
    expect(succeeded(await ada.get(`/users/${own.user_id}`)).user.delivery_email).toBe(null)
    const { subscriptions } = succeeded(await browser.get('/users/me/subscriptions'))
    expect(subscriptions.map(({ name }: Json) => name)).toEqual(['general'])
    expect(await guestLinksOf(ada)).toMatchObject([{ uses: 1, guest_ids: [own.user_id] }])
    const entries = succeeded(await ada.get('/parley/audit_log')).entries
    expect(entries.find(({ kind }: Json) => kind === 'guest_joined')).toMatchObject({
      user_id: own.user_id,
      details: { guest_link_id: link.id },
    })
  })

  test('a link is used as often as it says, also by requests at the same time', async () => {
    const { realm, ada, general } = await freshRealm()
    const link = await newGuestLink(ada, general, { max_uses: 3 })
    const names = ['Gwen', 'Hal', 'Ida', 'Jon', 'Kim', 'Lea']
    const answers = await Promise.all(names.map((name) => enter(new Browser(realm.url), link, name)))
    for (const status of [302, 400]) expect(answers.filter((answer) => answer.status === status)).toHaveLength(3)
    expect(await guestLinksOf(ada)).toMatchObject([{ uses: 3, is_open: false }])
    const page = await enter(new Browser(realm.url), link, 'Max')
    expect(page.status).toBe(403)
    expect(await page.text()).toContain('As many people as possible came by this link')
  })

  test('a name is refused that others could take for that of another user', async () => {
    const { realm, ada, general } = await freshRealm()
    const link = await newGuestLink(ada, general)
    for (const name of ['Ada', 'ADA', ' a d a ', 'Аdа', 'Ádá', 'A.d.a'])
      expect(await (await enter(new Browser(realm.url), link, name)).text(), name).toContain(
        'Another user has a name like this',
      )
    for (const name of ['', 'x', '***', 'Gwen\u202E', '–'])
      expect((await enter(new Browser(realm.url), link, name)).status, name).toBe(400)
    const gwen = await comeAsGuest(realm, link)
    expect(await gwen.patch('/settings', { full_name: 'Аda' })).toEqual(
      refusal('Another user has a name like this. Choose another one.'),
    )
    succeeded(await gwen.patch('/settings', { full_name: 'Gwendolyn' }))
    expect((await guestLinksOf(ada))[0]!.uses).toBe(1)
  })

  test('visitors of one network address come only so often', async () => {
    const { realm, ada, general } = await freshRealm()
    const link = await newGuestLink(ada, general)
    const visitor = () => new Browser(realm.url, { 'cf-connecting-ip': '192.0.2.7' })
    for (let tries = 0; tries < 30; tries++) expect((await enter(visitor(), link, 'Ada')).status).toBe(400)
    expect((await enter(visitor(), link, 'Gwen')).status).toBe(429)
    expect((await enter(new Browser(realm.url, { 'cf-connecting-ip': '192.0.2.8' }), link, 'Gwen')).status).toBe(302)
  })

  test('the end, the creator, the permission and the channel decide whether a link still works', async () => {
    const { realm, ada, ben, general } = await freshRealm()
    const club = await newChannel(ada, 'club', [ada, ben])
    const status = async (link: Json) => (await enter(new Browser(realm.url), link, 'Gwen')).status
    const ofBen = await newGuestLink(ben, general)
    succeeded(await ada.patch(`/users/${ben.id}`, { role: 400 }))
    expect(await status(ofBen)).toBe(403)
    succeeded(await ada.patch(`/users/${ben.id}`, { role: 200 }))
    const toClub = await newGuestLink(ada, club)
    succeeded(await ada.delete(`/streams/${club.stream_id}`))
    expect(await status(toClub)).toBe(403)
    succeeded(await ada.delete(`/users/${ben.id}`))
    expect(await status(ofBen)).toBe(403)
    const short = await newGuestLink(ada, general, { expires_in_minutes: 5 })
    await advanceClock(realm, 300)
    expect(await status(short)).toBe(403)
    expect(await status(await newGuestLink(ada, general))).toBe(302)
  })
})

describe('DELETE /parley/guest_links/:guest_link_id', () => {
  test('ends a link, and its guests stay', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    const link = await newGuestLink(ada, general)
    const gwen = await comeAsGuest(realm, link)
    expect(await dov.delete(`/parley/guest_links/${link.id}`)).toEqual(NO_LINK)
    expect(await ben.delete(`/parley/guest_links/${link.id}`)).toEqual(SUCCESS)
    expect(await ben.delete(`/parley/guest_links/${link.id}`)).toEqual(ENDED)
    expect((await enter(new Browser(realm.url), link, 'Hal')).status).toBe(403)
    await doDueWork(realm)
    succeeded(await gwen.browser.get('/users/me'))
    const [listed] = await guestLinksOf(ada)
    expect(listed).toMatchObject({ is_open: false, guest_ids: [gwen.id] })
    expect(listed).not.toHaveProperty('url')
  })

  test('ends the accounts of its guests at once, if the request says so', async () => {
    const { realm, ada, dov, general } = await freshRealm()
    const [link, other] = [await newGuestLink(ada, general), await newGuestLink(ada, general)]
    const [gwen, hal] = [await comeAsGuest(realm, link), await comeAsGuest(realm, other, 'Hal')]
    await replays([ada, dov, hal], async () => {
      succeeded(await ada.delete(`/parley/guest_links/${link.id}`, { deactivate_guests: true }))
    })
    expect((await gwen.browser.request('/json/users/me')).status).toBe(401)
    expect(await gwen.get('/users/me')).toMatchObject({ code: 'USER_DEACTIVATED' })
    expect([await isActive(ada, gwen), await isActive(ada, hal)]).toEqual([false, true])
    succeeded(await ada.post(`/users/${gwen.id}/reactivate`))
    await doDueWork(realm)
    expect(await isActive(ada, gwen)).toBe(true)
  })

  test('guests who stayed at the end of a link can leave later', async () => {
    const { realm, ada, ben, dov, general } = await freshRealm()
    const link = await newGuestLink(ada, general)
    const gwen = await comeAsGuest(realm, link)
    succeeded(await ada.delete(`/parley/guest_links/${link.id}`))
    expect(await isActive(ada, gwen)).toBe(true)
    expect(await ada.delete(`/parley/guest_links/${link.id}`)).toEqual(ENDED)
    const later = { deactivate_guests: true }
    expect(await dov.delete(`/parley/guest_links/${link.id}`, later)).toEqual(NO_LINK)
    await replays([ada, dov], async () => {
      expect(await ben.delete(`/parley/guest_links/${link.id}`, later)).toEqual(SUCCESS)
    })
    expect(await isActive(ada, gwen)).toBe(false)
    expect((await gwen.browser.request('/json/users/me')).status).toBe(401)
    expect(await ben.delete(`/parley/guest_links/${link.id}`, later)).toEqual(ENDED)
    const { entries } = succeeded(await ada.get('/parley/audit_log'))
    expect(entries.filter(({ kind }: Json) => kind === 'guest_link_ended')).toMatchObject([
      { actor_id: ben.id, details: { reason: 'revoked', guests_leave: true } },
      { actor_id: ada.id, details: { reason: 'revoked', guests_leave: false } },
    ])
  })

  test('many guests leave in turns, and none stays', async () => {
    const { realm, ada, general } = await freshRealm()
    const link = await newGuestLink(ada, general, { max_uses: 45 })
    for (let nth = 0; nth < 45; nth++)
      await enter(new Browser(realm.url, { 'cf-connecting-ip': `192.0.2.${nth}` }), link, `Visitor ${nth + 100}`)
    const guests = async (): Promise<number> => (await guestLinksOf(ada)).flatMap(({ guest_ids }) => guest_ids).length
    expect(await guests()).toBe(45)
    succeeded(await ada.delete(`/parley/guest_links/${link.id}`, { deactivate_guests: true }))
    expect(await guests()).toBe(25)
    expect((await enter(new Browser(realm.url), link, 'Late')).status).not.toBe(302)
    await doDueWork(realm)
    expect(await guests()).toBe(5)
    await doDueWork(realm)
    expect(await guests()).toBe(0)
  })

  test('the time of a link ends the accounts of its guests, if the link says so', async () => {
    const { realm, ada, general } = await freshRealm()
    const [ending, lasting] = [
      await newGuestLink(ada, general),
      await newGuestLink(ada, general, { guests_leave: false }),
    ]
    const [gwen, hal] = [await comeAsGuest(realm, ending), await comeAsGuest(realm, lasting, 'Hal')]
    await doDueWork(realm)
    expect(await isActive(ada, gwen)).toBe(true)
    await advanceClock(realm, 3600)
    await doDueWork(realm)
    expect([await isActive(ada, gwen), await isActive(ada, hal)]).toEqual([false, true])
    const { entries } = succeeded(await ada.get('/parley/audit_log'))
    expect(entries.filter(({ kind }: Json) => kind === 'guest_link_ended')).toMatchObject([
      { details: { reason: 'expired' } },
      { details: { reason: 'expired' } },
    ])
  })

  test('the deactivation of the creator ends the links, and what they say of their guests follows', async () => {
    const { realm, ada, ben, general } = await freshRealm()
    const gwen = await comeAsGuest(realm, await newGuestLink(ben, general))
    const hal = await comeAsGuest(realm, await newGuestLink(ben, general, { guests_leave: false }), 'Hal')
    succeeded(await ada.delete(`/users/${ben.id}`))
    await doDueWork(realm)
    expect([await isActive(ada, gwen), await isActive(ada, hal)]).toEqual([false, true])
  })
})

describe('POST /parley/users/:user_id/accept', () => {
  test('makes a link guest a guest like others, who stays when the link ends', async () => {
    const { realm, ada, ben, cleo, dov, ezra, general } = await freshRealm()
    const link = await newGuestLink(ada, general)
    const gwen = await comeAsGuest(realm, link)
    expect(await cleo.post(`/parley/users/${gwen.id}/accept`)).toEqual(ADMINISTRATORS_ONLY)
    expect(await ben.post(`/parley/users/${ezra.id}/accept`)).toEqual(refusal('No such user'))
    const [dovs, adas] = await receivedBy([dov, ada], async () => {
      succeeded(await ben.post(`/parley/users/${gwen.id}/accept`))
    })
    expect(eventNames(dovs!.plain)).toEqual(['realm_user/add'])
    expect(dovs!.plain[0].person).toMatchObject({ user_id: gwen.id, is_guest: true, is_active: true })
    expect(dovs!.plain[0].person).not.toHaveProperty('is_link_guest')
    expect(eventNames(adas!.plain)).toEqual(['realm_user/add', 'invites_changed'])
    expect(succeeded(await gwen.get('/users/me'))).not.toHaveProperty('is_link_guest')
    succeeded(await ada.delete(`/parley/guest_links/${link.id}`, { deactivate_guests: true }))
    expect(await isActive(ada, gwen)).toBe(true)
    expect(await ben.post(`/parley/users/${gwen.id}/accept`)).toEqual(refusal('No such user'))
  })
})
