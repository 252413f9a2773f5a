import { describe, expect, test } from 'vitest'
import { SETTINGS_IN_USERS_TABLE, defaultableSettings } from '../../src/domain/people/user-settings/settings'
import { refusal, SUCCESS } from '../support/answers'
import { succeeded, type FieldValue, type Json } from '../support/person'
import { emptyRealm, freshRealm } from '../support/realm'
import { changesNothing, receivedBy } from '../support/received-events'
import { replays } from '../support/replays'
import { INVALID_SETTINGS, OTHER_VALUES, setRealmSetting, settingsOf } from '../support/user-settings'

describe('PATCH /realm/user_settings_defaults', () => {
  const defaultable = Object.fromEntries(Object.keys(defaultableSettings).map((name) => [name, OTHER_VALUES[name]]))
  const defaultEvent = (property: string, value: FieldValue) => ({
    type: 'realm_user_settings_defaults',
    op: 'update',
    property,
    value,
  })

  test('an administrator changes the defaults, all users receive them, and no existing user is affected', async () => {
    const { realm, ada, ben, dov, ezra } = await freshRealm()
    const before = await settingsOf(dov)
    const received = await receivedBy([ada, ben, dov, ezra], async () =>
      expect(await ben.patch('/realm/user_settings_defaults', defaultable)).toEqual(SUCCESS),
    )
    const events = Object.entries(defaultable).map(([name, value]) => defaultEvent(name, value))
    for (const { plain, able } of received)
      for (const receivedEvents of [plain, able]) {
        expect(receivedEvents).toEqual(expect.arrayContaining(events))
        expect(receivedEvents).toHaveLength(events.length)
      }
    expect(await settingsOf(dov)).toEqual(before)
    expect((await dov.registers()).state.realm_user_settings_defaults).toMatchObject(defaultable)

    const gwen = await realm.newPerson('gwen')
    expect(await settingsOf(gwen)).toMatchObject(defaultable)
  })

  test('a later change of the defaults does not affect users created before', async () => {
    const { realm, ada } = await emptyRealm()
    const changeDefaults = (fields: Record<string, FieldValue>) => ada.patch('/realm/user_settings_defaults', fields)
    succeeded(await changeDefaults({ color_scheme: 2, enter_sends: true }))
    const gwen = await realm.newPerson('gwen')
    succeeded(await changeDefaults({ color_scheme: 3, enter_sends: false }))
    const hal = await realm.newPerson('hal')
    expect(await settingsOf(gwen)).toMatchObject({ color_scheme: 2, enter_sends: true })
    expect(await settingsOf(hal)).toMatchObject({ color_scheme: 3, enter_sends: false })
  })

  test('new users get the language of the realm', async () => {
    const { realm } = await emptyRealm()
    await setRealmSetting(realm, 'default_language', 'de')
    expect(await settingsOf(await realm.newPerson('gwen'))).toMatchObject({ default_language: 'de' })
  })

  test('a default of email_address_visibility hides the addresses of new users, but not of bots', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await ada.patch('/realm/user_settings_defaults', { email_address_visibility: 4 }))
    let gwen: Json
    await replays([ada, dov], async () => {
      gwen = await realm.newPerson('gwen')
      succeeded(await dov.post('/dev_create_user', { email: 'b@example.com', full_name: 'Robot', bot: true }))
    })
    const { user } = succeeded(await ada.get(`/users/${gwen.id}`))
    expect(user).toMatchObject({ delivery_email: null, email: `user${gwen.id}@${realm.name}.parley.test` })
    const { members } = succeeded(await ada.get('/users'))
    expect(members.find(({ full_name }: Json) => full_name === 'Robot')).toMatchObject({ email: 'b@example.com' })
  })

  test('an unchanged default publishes no event', async () => {
    const { ada } = await emptyRealm()
    await changesNothing([ada], async () =>
      expect(await ada.patch('/realm/user_settings_defaults', { color_scheme: 1 })).toEqual(SUCCESS),
    )
  })

  test('settings that have no default are unsupported parameters', async () => {
    const { ada } = await emptyRealm()
    const settings = { default_language: 'de', timezone: 'Asia/Tokyo', enable_login_emails: false }
    await changesNothing([ada], async () =>
      expect(await ada.patch('/realm/user_settings_defaults', settings)).toEqual({
        ...SUCCESS,
        ignored_parameters_unsupported: Object.keys(settings),
      }),
    )
    expect(SETTINGS_IN_USERS_TABLE).toContain('timezone')
  })

  test('other users than administrators are refused', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    succeeded(await ben.patch('/realm/user_settings_defaults', { enter_sends: true }))
    await changesNothing([ada], async () => {
      for (const user of [cleo, dov, ezra, fig])
        expect(await user.patch('/realm/user_settings_defaults', { enter_sends: false })).toEqual(
          refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
        )
    })
  })

  test.each(INVALID_SETTINGS)('%s is refused together with the rest of the request', async (_, values) => {
    const { ada } = await emptyRealm()
    await changesNothing([ada], async () => {
      for (const [name, value, msg] of values.filter(([setting]) => setting in defaultableSettings))
        expect(
          await ada.patch('/realm/user_settings_defaults', { web_navigate_to_sent_message: false, [name]: value }),
        ).toEqual(refusal(msg))
    })
  })
})
