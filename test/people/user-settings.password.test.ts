import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { type Person } from '../support/person'
import { emptyRealm, type TestRealm } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { settingEvent, userEvent } from '../support/user-settings'

describe('PATCH /settings', () => {
  describe('new_password', () => {
    const canLogIn = async (realm: TestRealm, user: Person, password: string) =>
      (await realm.post('/fetch_api_key', { username: user.email, password })).result === 'success'
    const passwords = (old_password: string, new_password: string) => ({ old_password, new_password })

    test('a user with the old password changes it, and logs in with the new one', async () => {
      const { realm, ada } = await emptyRealm()
      const changes = { ...passwords(ada.account.password, 'staple horse'), enter_sends: true, full_name: 'Ada L' }
      const [events] = await receivedBy([ada], async () =>
        expect(await ada.patch('/settings', changes)).toEqual(SUCCESS),
      )
      expect(events!.able).toEqual([
        userEvent({ user_id: ada.id, full_name: 'Ada L' }),
        settingEvent('enter_sends', true),
      ])
      expect(await canLogIn(realm, ada, 'staple horse')).toBe(true)
      expect(await canLogIn(realm, ada, ada.account.password)).toBe(false)
    })

    const REFUSED: [old_password: string | undefined, new_password: string, msg: string][] = [
      ['wrong', 'staple horse', 'Wrong password!'],
      ['', 'staple horse', 'Wrong password!'],
      [undefined, 'staple horse', 'Wrong password!'],
      ['correct horse battery', 'short', 'New password is too weak!'],
      ['correct horse battery', 'x'.repeat(101), 'New password is too weak!'],
    ]
    test.each(REFUSED)(
      'old password %j and new password %j are refused with the rest of the request',
      async (old_password, new_password, msg) => {
        const { realm, ada } = await emptyRealm()
        await changesNothing([ada], async () => {
          const change = { old_password, new_password, enter_sends: true, full_name: 'Ada L' }
          expect(await ada.patch('/settings', change)).toEqual(refusal(msg))
        })
        expect(await canLogIn(realm, ada, ada.account.password)).toBe(true)
        expect(await canLogIn(realm, ada, new_password)).toBe(false)
      },
    )

    test('an invalid setting in the request keeps the old password', async () => {
      const { realm, ada } = await emptyRealm()
      const changes = { ...passwords(ada.account.password, 'staple horse'), notification_sound: 'gong' }
      await changesNothing([ada], async () =>
        expect(await ada.patch('/settings', changes)).toEqual(refusal("Invalid notification sound 'gong'")),
      )
      expect(await canLogIn(realm, ada, 'staple horse')).toBe(false)
      expect(await canLogIn(realm, ada, ada.account.password)).toBe(true)
    })

    test('a wrong old password counts as a failed login', async () => {
      const { realm, ada } = await emptyRealm()
      for (let count = 0; count < 5; count++) await ada.patch('/settings', passwords(`guess ${count}`, 'staple horse'))
      expect(await ada.patch('/settings', passwords(ada.account.password, 'staple horse'))).toMatchObject({
        result: 'error',
        code: 'RATE_LIMIT_HIT',
        'retry-after': expect.any(Number),
      })
      expect(await canLogIn(realm, ada, ada.account.password)).toBe(false)
    })

    test('of two simultaneous changes with the same old password, one succeeds', async () => {
      const { realm, ada } = await emptyRealm()
      const newPasswords = ['staple horse', 'battery staple']
      const responses = await Promise.all(
        newPasswords.map((password) => ada.patch('/settings', passwords(ada.account.password, password))),
      )
      expect(new Set(responses.map(({ msg }) => msg))).toEqual(new Set(['', 'Wrong password!']))
      expect(await canLogIn(realm, ada, newPasswords[responses.findIndex(({ msg }) => msg === '')]!)).toBe(true)
    })
  })
})
