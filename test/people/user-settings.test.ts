import { describe, expect, test } from 'vitest'
import { settingLines } from '../../src/domain/people/user-settings/settings'
import { refusal, SUCCESS } from '../support/answers'
import { succeeded, type Json } from '../support/person'
import { emptyRealm, freshRealm } from '../support/realm'
import { evict } from '../support/faults'
import { executeSql } from '../support/tables'
import { replays } from '../support/replays'
import { changesNothing, receivedBy } from '../support/received-events'
import {
  INVALID_SETTINGS,
  INVALID_OWN_SETTINGS,
  OTHER_VALUES,
  ofType,
  settingEvent,
  settingsOf,
} from '../support/user-settings'

const reasons = (...names: string[]) =>
  ['spam', 'harassment', 'inappropriate', 'norms', 'other'].map((key, at) => ({ key, name: names[at] }))
const IN_GERMAN = reasons(
  'Spam',
  'Belästigung',
  'Unangemessener Inhalt',
  'Ein Verstoß gegen die Regeln der Gemeinschaft',
  'Ein anderer Grund',
)

describe('PATCH /settings', () => {
  test('every setting can be changed, only the user receives the event, and POST /register has it', async () => {
    const { ada, dov } = await freshRealm()
    // Settings that other users receive have their own tests.
    const { email_address_visibility: _, timezone: __, presence_enabled: ___, ...values } = OTHER_VALUES
    const { allow_private_data_export: ____, ...ownSettings } = values
    const [dovsEvents, adasEvents] = await receivedBy([dov, ada], async () =>
      expect(await dov.patch('/settings', ownSettings)).toEqual(SUCCESS),
    )
    const events = Object.entries(ownSettings).map(([name, value]) => ({
      ...settingEvent(name, value),
      ...(name === 'default_language' ? { language_name: 'Deutsch', server_report_message_types: IN_GERMAN } : {}),
    }))
    expect(dovsEvents!.able).toEqual(expect.arrayContaining(events))
    expect(dovsEvents!.able).toHaveLength(events.length)
    expect(adasEvents!.plain).toEqual([])
    expect(adasEvents!.able).toEqual([])
    expect(await settingsOf(dov)).toMatchObject(ownSettings)
  })

  test('POST /register has the initial values, and the available sounds and emoji sets', async () => {
    const { dov } = await freshRealm()
    expect(await settingsOf(dov)).toEqual({
      ...Object.fromEntries(Object.entries(settingLines).map(([name, { initial }]) => [name, initial])),
      notification_sound: 'zulip',
      available_notification_sounds: ['chime', 'ding', 'zulip'],
      emojiset_choices: [
        { key: 'google', text: 'Google' },
        { key: 'twitter', text: 'Twitter' },
        { key: 'text', text: 'Plain text' },
      ],
    })
  })

  test('an unchanged value publishes no event', async () => {
    const { dov } = await freshRealm()
    succeeded(await dov.patch('/settings', { color_scheme: 2 }))
    await changesNothing([dov], async () => {
      expect(await dov.patch('/settings', { color_scheme: 2, enter_sends: false, full_name: ' Dov ' })).toEqual(SUCCESS)
      expect(await dov.patch('/settings')).toEqual(SUCCESS)
    })
  })

  test('a setting can return to its initial value', async () => {
    const { dov } = await freshRealm()
    const [dovsEvents] = await receivedBy([dov], async () => {
      for (const color_scheme of [2, 1]) succeeded(await dov.patch('/settings', { color_scheme }))
    })
    expect(dovsEvents!.able).toEqual([settingEvent('color_scheme', 2), settingEvent('color_scheme', 1)])
    expect((await settingsOf(dov)).color_scheme).toBe(1)
  })

  test('older clients also receive the legacy event, and find settings at the top level of POST /register', async () => {
    const { dov } = await freshRealm()
    const [dovsEvents] = await receivedBy([dov], async () => {
      for (const [name, value] of [
        ['enter_sends', true],
        ['default_language', 'fr'],
        ['enable_sounds', false],
        ['web_font_size_px', 20],
      ] as const)
        succeeded(await dov.patch('/settings', { [name]: value }))
    })
    const language_name = 'français'
    const user = dov.email
    expect(dovsEvents!.plain).toEqual([
      settingEvent('enter_sends', true),
      { type: 'update_display_settings', user, setting_name: 'enter_sends', setting: true },
      { ...settingEvent('default_language', 'fr'), language_name, server_report_message_types: expect.any(Array) },
      { type: 'update_display_settings', user, setting_name: 'default_language', setting: 'fr', language_name },
      settingEvent('enable_sounds', false),
      { type: 'update_global_notifications', user, notification_name: 'enable_sounds', setting: false },
      // A setting without a legacy event.
      settingEvent('web_font_size_px', 20),
    ])
    expect(ofType(dovsEvents!.able, 'user_settings')).toEqual(dovsEvents!.able)

    const plain = (await dov.registers()).state
    expect(plain).toMatchObject({ enter_sends: true, default_language: 'fr', enable_sounds: false })
    expect(plain).toMatchObject({
      available_notification_sounds: expect.any(Array),
      emojiset_choices: expect.any(Array),
    })
    expect(plain).not.toHaveProperty('web_font_size_px')
    const { state: able } = await dov.registers({ client_capabilities: { user_settings_object: true } })
    for (const name of ['enter_sends', 'enable_sounds', 'emojiset_choices', 'available_notification_sounds'])
      expect(able).not.toHaveProperty(name)
  })

  test('the reasons to report a message are in the language of the user', async () => {
    const { dov } = await freshRealm()
    const { state } = await dov.registers()
    expect(state.server_report_message_types[0]).toEqual({ key: 'spam', name: 'Spam' })
    expect(state.server_report_message_types[2]).toEqual({ key: 'inappropriate', name: 'Inappropriate content' })
    await replays([dov], async () => succeeded(await dov.patch('/settings', { default_language: 'de' })))
    expect((await dov.registers()).state.server_report_message_types).toEqual(IN_GERMAN)
  })

  test('web_inbox_show_channel_folders is on, until the user turns it off', async () => {
    const { dov } = await freshRealm()
    expect((await settingsOf(dov)).web_inbox_show_channel_folders).toBe(true)
    await replays([dov], async () => succeeded(await dov.patch('/settings', { web_inbox_show_channel_folders: false })))
    expect((await settingsOf(dov)).web_inbox_show_channel_folders).toBe(false)
    expect(await dov.patch('/settings', { web_inbox_show_channel_folders: 'no' })).toEqual(
      refusal('web_inbox_show_channel_folders is not valid JSON'),
    )
  })

  test('web_home_view is recent; older clients have recent_topics', async () => {
    const { realm, dov } = await freshRealm()
    const [events] = await receivedBy([dov], async () => {
      for (const web_home_view of ['recent_topics', 'inbox', 'recent'])
        succeeded(await dov.patch('/settings', { web_home_view }))
    })
    expect(events!.able.map(({ value }) => value)).toEqual(['recent', 'inbox', 'recent'])
    expect((await settingsOf(dov)).web_home_view).toBe('recent')
    const older = { headers: { 'user-agent': 'SvcMobile/27.0' }, method: 'POST' }
    const state: Json = await (await dov.request('/register', older)).json()
    expect([state.user_settings.web_home_view, state.web_home_view]).toEqual(['recent_topics', 'recent_topics'])
    expect(await dov.patch('/settings', { web_home_view: 'newest' })).toMatchObject({ result: 'error' })
    // A row of an earlier release.
    await executeSql(realm, `UPDATE user_settings SET value = '"recent_topics"' WHERE name = 'web_home_view'`)
    await evict(realm)
    expect((await settingsOf(dov)).web_home_view).toBe('recent')
  })

  test('fetch_event_types selects each part of the state by the type of its events', async () => {
    const { dov } = await freshRealm()
    const fetched = async (type: string) => Object.keys((await dov.registers({ fetch_event_types: [type] })).state)
    expect(await fetched('user_settings')).toContain('user_settings')
    expect(await fetched('realm_user_settings_defaults')).toContain('realm_user_settings_defaults')
    const display = await fetched('update_display_settings')
    expect(display).toEqual(expect.arrayContaining(['enter_sends', 'timezone', 'emojiset_choices']))
    expect(display).not.toContain('enable_sounds')
    const notifications = await fetched('update_global_notifications')
    expect(notifications).toEqual(expect.arrayContaining(['enable_sounds', 'available_notification_sounds']))
    expect(notifications).not.toContain('enter_sends')
    expect(await fetched('message')).not.toContain('user_settings')
  })

  test('the older paths work, too', async () => {
    const { dov } = await freshRealm()
    const [dovsEvents] = await receivedBy([dov], async () => {
      expect(await dov.patch('/settings/display', { color_scheme: 3 })).toEqual(SUCCESS)
      expect(await dov.patch('/settings/notifications', { enable_sounds: false })).toEqual(SUCCESS)
    })
    expect(dovsEvents!.able).toEqual([settingEvent('color_scheme', 3), settingEvent('enable_sounds', false)])
  })

  test('bots are refused, and a new address does not change before it is confirmed', async () => {
    const { dov, fig } = await freshRealm()
    await changesNothing([dov, fig], async () => {
      for (const path of ['/settings', '/settings/display', '/settings/notifications'])
        expect(await fig.patch(path, { enter_sends: true })).toEqual(
          refusal('This endpoint does not accept bot requests.'),
        )
      expect(await dov.patch('/settings', { email: 'new@example.com' })).toEqual(SUCCESS)
    })
  })

  test.each([...INVALID_SETTINGS, INVALID_OWN_SETTINGS])(
    '%s is refused together with the rest of the request',
    async (_, values) => {
      const { ada } = await emptyRealm()
      await changesNothing([ada], async () => {
        for (const [name, value, msg] of values) {
          const changes = { full_name: 'Ada L', web_navigate_to_sent_message: false, [name]: value }
          expect(await ada.patch('/settings', changes)).toEqual(refusal(msg))
        }
      })
    },
  )

  describe('a subscription that follows the settings', () => {
    const PROPERTIES_BY_SETTING = {
      enable_stream_desktop_notifications: 'desktop_notifications',
      enable_stream_audible_notifications: 'audible_notifications',
      enable_stream_push_notifications: 'push_notifications',
      enable_stream_email_notifications: 'email_notifications',
      wildcard_mentions_notify: 'wildcard_mentions_notify',
    }

    test('is published with the effective value, to clients that do not compute it', async () => {
      const { dov, ezra, general } = await freshRealm()
      const [dovsEvents, ezrasEvents] = await receivedBy([dov, ezra], async () => {
        for (const name of Object.keys(PROPERTIES_BY_SETTING))
          succeeded(await dov.patch('/settings', { [name]: OTHER_VALUES[name] }))
      })
      expect(ofType(dovsEvents!.plain, 'subscription')).toEqual(
        Object.entries(PROPERTIES_BY_SETTING).map(([name, property]) => ({
          type: 'subscription',
          op: 'update',
          stream_id: general.stream_id,
          property,
          value: OTHER_VALUES[name],
        })),
      )
      expect(ofType(dovsEvents!.able, 'subscription')).toEqual([])
      expect(ezrasEvents!.plain).toEqual([])
    })

    test('has the effective value of each new subscriber, also when several are added at once', async () => {
      const { realm, ada, general } = await freshRealm()
      const gwen = await realm.newPerson('gwen')
      const hal = await realm.newPerson('hal')
      succeeded(await gwen.patch('/settings', { enable_stream_push_notifications: true }))
      const [gwensEvents, halsEvents] = await receivedBy([gwen, hal], () =>
        ada.subscribes(general, { principals: [gwen.id, hal.id] }),
      )
      const pushNotifications = (events: Json[]) =>
        ofType(events, 'subscription')[0].subscriptions[0].push_notifications
      expect([
        pushNotifications(gwensEvents!.plain),
        pushNotifications(halsEvents!.plain),
        pushNotifications(gwensEvents!.able),
      ]).toEqual([true, false, null])
    })
  })
})
