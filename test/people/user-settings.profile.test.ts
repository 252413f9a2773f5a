import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { succeeded } from '../support/person'
import { freshRealm } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { ofType, setRealmSetting, settingEvent, settingsOf, userEvent } from '../support/user-settings'

describe('PATCH /settings', () => {
  describe('full_name', () => {
    test('all users who can see the user receive the new name', async () => {
      const { dov, ezra } = await freshRealm()
      const received = await receivedBy([dov, ezra], async () =>
        expect(await dov.patch('/settings', { full_name: '  Dov Baer ' })).toEqual(SUCCESS),
      )
      for (const { plain, able } of received)
        for (const events of [plain, able])
          expect(events).toEqual([userEvent({ user_id: dov.id, full_name: 'Dov Baer' })])
    })

    const INVALID_NAMES: [string, string][] = [
      ['', 'Bad name or username'],
      ['  ', 'Bad name or username'],
      ['D', 'Name too short!'],
      ['D'.repeat(101), 'Name too long!'],
      ['D*v', 'Invalid characters in name!'],
      ['Dov|12', 'Invalid format!'],
    ]
    test.each(INVALID_NAMES)('%j is refused', async (full_name, msg) => {
      const { dov } = await freshRealm()
      await changesNothing([dov], async () =>
        expect(await dov.patch('/settings', { full_name, enter_sends: true })).toEqual(refusal(msg)),
      )
    })

    test('another user can have the same name, and the case of a name can change', async () => {
      const { dov, ezra } = await freshRealm()
      const [received] = await receivedBy([ezra], async () => {
        succeeded(await dov.patch('/settings', { full_name: 'DOV' }))
        succeeded(await dov.patch('/settings', { full_name: 'Ezra' }))
      })
      expect(received!.able.map((event) => event.person.full_name)).toEqual(['DOV', 'Ezra'])
    })
  })

  describe('full_name, with settings of the realm', () => {
    test('with name_changes_disabled a new name is ignored, except for administrators', async () => {
      const { realm, ben, dov } = await freshRealm()
      await setRealmSetting(realm, 'name_changes_disabled', true)
      const [dovsEvents] = await receivedBy([dov], async () => {
        expect(await dov.patch('/settings', { full_name: 'Dov Baer', enter_sends: true })).toEqual(SUCCESS)
      })
      expect(dovsEvents!.able).toEqual([settingEvent('enter_sends', true)])
      const [received] = await receivedBy([dov], () => ben.patch('/settings', { full_name: 'Benjamin' }))
      expect(received!.able).toEqual([userEvent({ user_id: ben.id, full_name: 'Benjamin' })])
    })

    test('with require_unique_names the name of another user is refused, in any case', async () => {
      const { realm, dov, ezra } = await freshRealm()
      await setRealmSetting(realm, 'require_unique_names', true)
      await changesNothing([dov, ezra], async () =>
        expect(await dov.patch('/settings', { full_name: 'EZRA' })).toEqual(
          refusal('Unique names required in this organization.'),
        ),
      )
      expect(await dov.patch('/settings', { full_name: 'DOV' })).toEqual(SUCCESS)
    })
  })

  describe('timezone', () => {
    test('is published to the user as a setting, and to all users who can see the user', async () => {
      const { dov, ezra } = await freshRealm()
      const timezone = 'America/Argentina/Buenos_Aires'
      const [dovsEvents, ezrasEvents] = await receivedBy([dov, ezra], () => dov.patch('/settings', { timezone }))
      const event = userEvent({ user_id: dov.id, email: dov.email, timezone })
      expect(dovsEvents!.able).toEqual([event, settingEvent('timezone', timezone)])
      expect(ezrasEvents!.able).toEqual([event])
    })
  })

  describe('email_address_visibility', () => {
    const VIEWERS: Record<number, string[]> = {
      1: ['ada', 'ben', 'cleo', 'dov', 'gwen', 'ezra', 'fig'],
      2: ['ada', 'ben', 'cleo', 'dov', 'gwen', 'fig'],
      5: ['ada', 'ben', 'cleo', 'dov'],
      3: ['ada', 'ben', 'dov'],
      4: ['dov'],
    }
    const CHANGES = [
      [1, 2],
      [2, 5],
      [5, 3],
      [3, 4],
      [4, 1],
      [4, 2],
      [1, 4],
    ] as const
    test.each(CHANGES)(
      'from %d to %d, exactly the users whose access changes receive the address',
      async (before, after) => {
        const { realm, ...cast } = await freshRealm()
        const gwen = await realm.newPerson('gwen')
        const { ada, ben, cleo, dov, ezra, fig } = cast
        const users = Object.entries({ ada, ben, cleo, dov, gwen, ezra, fig })
        succeeded(await dov.patch('/settings', { email_address_visibility: before }))
        const received = await receivedBy(
          users.map(([, user]) => user),
          () => dov.patch('/settings', { email_address_visibility: after }),
        )
        users.forEach(([name], index) => {
          const delivery_email = VIEWERS[after]!.includes(name) ? dov.email : null
          const accessChanges = VIEWERS[after]!.includes(name) !== VIEWERS[before]!.includes(name)
          const changes = ofType(received[index]!.able, 'realm_user').map((event) => event.person)
          expect(changes.filter((person) => 'delivery_email' in person)).toEqual(
            accessChanges ? [{ user_id: dov.id, delivery_email }] : [],
          )
        })
      },
    )

    test('a hidden address is replaced by a dummy address, and the URL of the avatar changes', async () => {
      const { realm, dov, ezra } = await freshRealm()
      const dummy = `user${dov.id}@${realm.name}.parley.test`
      const before = succeeded(await ezra.get(`/users/${dov.id}`, { client_gravatar: false })).user
      const [dovsEvents, ezrasEvents] = await receivedBy([dov, ezra], () =>
        dov.patch('/settings', { email_address_visibility: 3 }),
      )
      const avatar_url = expect.stringMatching(/^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?/)
      const avatar = { avatar_url, avatar_source: 'G', avatar_url_medium: avatar_url, avatar_version: 1 }
      expect(ezrasEvents!.able).toEqual([
        userEvent({ user_id: dov.id, delivery_email: null }),
        userEvent({ user_id: dov.id, new_email: dummy }),
        userEvent({ user_id: dov.id, ...avatar }),
      ])
      expect(dovsEvents!.able).toEqual([
        userEvent({ user_id: dov.id, new_email: dummy }),
        userEvent({ user_id: dov.id, ...avatar }),
        settingEvent('email_address_visibility', 3),
      ])
      const { user } = succeeded(await ezra.get(`/users/${dov.id}`, { client_gravatar: false }))
      expect(user).toMatchObject({ email: dummy, delivery_email: null })
      expect(user.avatar_url).not.toBe(before.avatar_url)
    })

    test('a client that reads the event late does not receive an address that is hidden again', async () => {
      const { dov, ezra } = await freshRealm()
      succeeded(await dov.patch('/settings', { email_address_visibility: 4 }))
      const queue = await ezra.registers()
      for (const email_address_visibility of [1, 4])
        succeeded(await dov.patch('/settings', { email_address_visibility }))
      const changes = (await queue.events()).map((event) => event.person)
      expect(changes.filter((person) => 'delivery_email' in person).map((person) => person.delivery_email)).toEqual([
        null,
        null,
      ])
    })

    test('a client that reads late of a new user does not receive an address that is hidden since', async () => {
      const { realm, ada, ezra } = await freshRealm()
      const queue = await ezra.registers({ event_types: ['realm_user'] })
      const gwen = await realm.newPerson('gwen')
      succeeded(await gwen.patch('/settings', { email_address_visibility: 4 }))
      expect(succeeded(await ada.get(`/users/${gwen.id}`)).user.delivery_email).toBeNull()
      const [added] = await queue.events()
      expect(added).toMatchObject({ op: 'add', person: { user_id: gwen.id, full_name: 'Gwen', delivery_email: null } })
    })

    test('one request can change several of these settings', async () => {
      const { dov } = await freshRealm()
      const changes = { full_name: 'Dov Baer', timezone: 'Asia/Tokyo', email_address_visibility: 4 }
      await replays([dov], async () => succeeded(await dov.patch('/settings', changes)))
      const { full_name, timezone } = succeeded(await dov.get('/users/me'))
      expect({ full_name, timezone }).toEqual({ full_name: 'Dov Baer', timezone: 'Asia/Tokyo' })
      expect(await settingsOf(dov)).toMatchObject({ timezone, email_address_visibility: 4 })
    })
  })
})
