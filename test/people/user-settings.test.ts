import { describe, expect, test } from 'vitest'
import { defaultableSettings, KEPT_BY_THE_ACCOUNT, settingLines } from '../../src/domain/people/user-settings/settings'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { emptyRealm, freshRealm, type TestRealm } from '../support/realm'
import { replays } from '../support/replays'
import { writesTo } from '../support/tables'

const settingsOf = async (person: Person): Promise<Json> => (await person.registers()).state.user_settings
/** There is no endpoint yet by which the realm's own settings are changed. */
const setsRealm = (realm: TestRealm, name: string, value: FieldValue) =>
  writesTo(realm, 'INSERT INTO realm_settings (name, value) VALUES (?, ?)', name, JSON.stringify(value))
const changed = (property: string, value: FieldValue) => ({ type: 'user_settings', op: 'update', property, value })
const told = (person: Json) => ({ type: 'realm_user', op: 'update', person })
const ofType = (events: Json[], type: string) => events.filter((event) => event.type === type)

/** A value of each setting that it does not have to begin with, for the tests that walk the table. */
const OTHER: Record<string, FieldValue> = {
  ...Object.fromEntries(Object.entries(settingLines).map(([name, { initial }]) => [name, otherThan(initial)])),
  web_font_size_px: 18,
  web_line_height_percent: 120,
  web_home_view: 'all_messages',
  emojiset: 'text',
  web_animate_image_previews: 'never',
  resolved_topic_notice_auto_read_policy: 'always',
  default_language: 'de',
  timezone: 'Asia/Kathmandu',
  notification_sound: 'none',
  email_notifications_batching_period_seconds: 604_800,
}

function otherThan(initial: FieldValue): FieldValue {
  if (typeof initial === 'boolean') return !initial
  return typeof initial === 'number' ? (initial === 3 ? 2 : 3) : ''
}

type Bad = [name: string, value: FieldValue, msg: string]

const named = (fits: (initial: FieldValue, name: string) => boolean) =>
  Object.entries(settingLines).flatMap(([name, { initial }]) => (fits(initial, name) ? [name] : []))
const each = (names: readonly string[], values: readonly FieldValue[], msg: (name: string) => string): Bad[] =>
  names.flatMap((name) => values.map((value): Bad => [name, value, msg(name)]))

const YES_OR_NO = named((initial) => typeof initial === 'boolean')
const NUMBERS = ['web_font_size_px', 'web_line_height_percent', 'email_notifications_batching_period_seconds']
const CODES = named((initial, name) => typeof initial === 'number' && !NUMBERS.includes(name))
const CHOICES = ['web_home_view', 'emojiset', 'web_animate_image_previews', 'resolved_topic_notice_auto_read_policy']

const BAD: [kind: string, bad: Bad[]][] = [
  ['what is not JSON', each([...YES_OR_NO, ...NUMBERS, ...CODES], ['maybe'], (name) => `${name} is not valid JSON`)],
  ['what is neither yes nor no', each(YES_OR_NO, [1, null], (name) => `${name} is not a boolean`)],
  ['a code that there is not', each(CODES, [0, 6, true, null], (name) => `Invalid ${name}`)],
  ['a choice that there is not', each(CHOICES, ['', 'sometimes', 'ALWAYS'], (name) => `Invalid ${name}`)],
  ['what is not a number', each(NUMBERS, [1.5, true, [16], null], (name) => `${name} is not an integer`)],
  [
    'what cannot be',
    [
      ['web_font_size_px', -1, 'web_font_size_px is not a non-negative integer'],
      ['web_line_height_percent', -1, 'web_line_height_percent is not a non-negative integer'],
      ...[0, -1, 604_801].map((seconds): Bad => {
        const msg = `Invalid email batching period: ${seconds} seconds`
        return ['email_notifications_batching_period_seconds', seconds, msg]
      }),
      ...['', 'gong', 'Ding'].map((sound): Bad => [
        'notification_sound',
        sound,
        `Invalid notification sound '${sound}'`,
      ]),
    ],
  ],
]
const BAD_PERSONAL: [kind: string, bad: Bad[]] = [
  'a language or a place that there is not',
  [
    ...each(['default_language'], ['', 'xx', 'English', 'EN'], (name) => `Invalid ${name}`),
    ...each(['timezone'], ['', 'Mars/Olympus', '+02:00', 'utc+1'], (name) => `Invalid ${name}`),
  ],
]

describe('PATCH /settings', () => {
  test('every setting can be changed, is heard of by oneself alone, and is there at the next registration', async () => {
    const { ada, dov } = await freshRealm()
    // What is told to others too has a test of its own.
    const { email_address_visibility: _, timezone: __, presence_enabled: ___, ...more } = OTHER
    const { allow_private_data_export: ____, ...others } = more
    const [his, hers] = await receivedBy([dov, ada], async () =>
      expect(await dov.patch('/settings', others)).toEqual(SUCCESS),
    )
    const events = Object.entries(others).map(([name, value]) => ({
      ...changed(name, value),
      ...(name === 'default_language' ? { language_name: 'Deutsch' } : {}),
    }))
    expect(his!.able).toEqual(expect.arrayContaining(events))
    expect(his!.able).toHaveLength(events.length)
    expect(hers!.plain).toEqual([])
    expect(hers!.able).toEqual([])
    expect(await settingsOf(dov)).toMatchObject(others)
  })

  test('settings start as declared, beside the sounds and emoji sets to choose from', async () => {
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

  test('what is so already changes nothing and is told to nobody', async () => {
    const { dov } = await freshRealm()
    succeeded(await dov.patch('/settings', { color_scheme: 2 }))
    await changesNothing([dov], async () => {
      expect(await dov.patch('/settings', { color_scheme: 2, enter_sends: false, full_name: ' Dov ' })).toEqual(SUCCESS)
      expect(await dov.patch('/settings')).toEqual(SUCCESS)
    })
  })

  test('a setting goes back to what it was', async () => {
    const { dov } = await freshRealm()
    const [his] = await receivedBy([dov], async () => {
      for (const color_scheme of [2, 1]) succeeded(await dov.patch('/settings', { color_scheme }))
    })
    expect(his!.able).toEqual([changed('color_scheme', 2), changed('color_scheme', 1)])
    expect((await settingsOf(dov)).color_scheme).toBe(1)
  })

  test('older clients hear of it in their own way too, and find settings beside the rest of the state', async () => {
    const { dov } = await freshRealm()
    const [his] = await receivedBy([dov], async () => {
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
    expect(his!.plain).toEqual([
      changed('enter_sends', true),
      { type: 'update_display_settings', user, setting_name: 'enter_sends', setting: true },
      { ...changed('default_language', 'fr'), language_name },
      { type: 'update_display_settings', user, setting_name: 'default_language', setting: 'fr', language_name },
      changed('enable_sounds', false),
      { type: 'update_global_notifications', user, notification_name: 'enable_sounds', setting: false },
      // Never known in the old way.
      changed('web_font_size_px', 20),
    ])
    expect(ofType(his!.able, 'user_settings')).toEqual(his!.able)

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

  test('each part of the state is fetched under the name of its events', async () => {
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

  test('the older paths do the same', async () => {
    const { dov } = await freshRealm()
    const [his] = await receivedBy([dov], async () => {
      expect(await dov.patch('/settings/display', { color_scheme: 3 })).toEqual(SUCCESS)
      expect(await dov.patch('/settings/notifications', { enable_sounds: false })).toEqual(SUCCESS)
    })
    expect(his!.able).toEqual([changed('color_scheme', 3), changed('enable_sounds', false)])
  })

  test('bots have no settings to change, and an address is not changed before it is confirmed', async () => {
    const { dov, fig } = await freshRealm()
    await changesNothing([dov, fig], async () => {
      for (const path of ['/settings', '/settings/display', '/settings/notifications'])
        expect(await fig.patch(path, { enter_sends: true })).toEqual(
          refusal('This endpoint does not accept bot requests.'),
        )
      expect(await dov.patch('/settings', { email: 'new@example.com' })).toEqual(SUCCESS)
    })
  })

  test.each([...BAD, BAD_PERSONAL])('%s is refused, and what came with it is not done', async (_, bad) => {
    const { ada } = await emptyRealm()
    await changesNothing([ada], async () => {
      for (const [name, value, msg] of bad) {
        const wanted = { full_name: 'Ada L', web_navigate_to_sent_message: false, [name]: value }
        expect(await ada.patch('/settings', wanted)).toEqual(refusal(msg))
      }
    })
  })

  describe('a channel left to the settings', () => {
    const FOLLOWING = {
      enable_stream_desktop_notifications: 'desktop_notifications',
      enable_stream_audible_notifications: 'audible_notifications',
      enable_stream_push_notifications: 'push_notifications',
      enable_stream_email_notifications: 'email_notifications',
      wildcard_mentions_notify: 'wildcard_mentions_notify',
    }

    test('is told as what they come to, to clients that cannot work that out', async () => {
      const { dov, ezra, general } = await freshRealm()
      const [his, theirs] = await receivedBy([dov, ezra], async () => {
        for (const name of Object.keys(FOLLOWING)) succeeded(await dov.patch('/settings', { [name]: OTHER[name] }))
      })
      expect(ofType(his!.plain, 'subscription')).toEqual(
        Object.entries(FOLLOWING).map(([name, property]) => ({
          type: 'subscription',
          op: 'update',
          stream_id: general.stream_id,
          property,
          value: OTHER[name],
        })),
      )
      expect(ofType(his!.able, 'subscription')).toEqual([])
      expect(theirs!.plain).toEqual([])
    })

    test('is told so to each who joins, though all join at once', async () => {
      const { realm, ada, general } = await freshRealm()
      const gwen = await realm.newPerson('gwen')
      const hal = await realm.newPerson('hal')
      succeeded(await gwen.patch('/settings', { enable_stream_push_notifications: true }))
      const [hers, his] = await receivedBy([gwen, hal], () =>
        ada.subscribes(general, { principals: [gwen.id, hal.id] }),
      )
      const told = (events: Json[]) => ofType(events, 'subscription')[0].subscriptions[0].push_notifications
      expect([told(hers!.plain), told(his!.plain), told(hers!.able)]).toEqual([true, false, null])
    })
  })

  describe('full_name', () => {
    test('everyone hears of the new name', async () => {
      const { dov, ezra } = await freshRealm()
      const heard = await receivedBy([dov, ezra], async () =>
        expect(await dov.patch('/settings', { full_name: '  Dov Baer ' })).toEqual(SUCCESS),
      )
      for (const { plain, able } of heard)
        for (const events of [plain, able]) expect(events).toEqual([told({ user_id: dov.id, full_name: 'Dov Baer' })])
    })

    const BAD_NAMES: [string, string][] = [
      ['', 'Bad name or username'],
      ['  ', 'Bad name or username'],
      ['D', 'Name too short!'],
      ['D'.repeat(101), 'Name too long!'],
      ['D*v', 'Invalid characters in name!'],
      ['Dov|12', 'Invalid format!'],
    ]
    test.each(BAD_NAMES)('%j is refused', async (full_name, msg) => {
      const { dov } = await freshRealm()
      await changesNothing([dov], async () =>
        expect(await dov.patch('/settings', { full_name, enter_sends: true })).toEqual(refusal(msg)),
      )
    })

    test('a name may be taken by another, and may change its case', async () => {
      const { dov, ezra } = await freshRealm()
      const [heard] = await receivedBy([ezra], async () => {
        succeeded(await dov.patch('/settings', { full_name: 'DOV' }))
        succeeded(await dov.patch('/settings', { full_name: 'Ezra' }))
      })
      expect(heard!.able.map((event) => event.person.full_name)).toEqual(['DOV', 'Ezra'])
    })
  })

  describe('full_name, where the realm has a say', () => {
    test('where names are fixed the wish is passed over, and the rest is done; administrators may', async () => {
      const { realm, ben, dov } = await freshRealm()
      await setsRealm(realm, 'name_changes_disabled', true)
      const [his] = await receivedBy([dov], async () => {
        const answer = await dov.patch('/settings', { full_name: 'Dov Baer', enter_sends: true })
        expect(answer).toEqual(SUCCESS)
      })
      expect(his!.able).toEqual([changed('enter_sends', true)])
      const [heard] = await receivedBy([dov], () => ben.patch('/settings', { full_name: 'Benjamin' }))
      expect(heard!.able).toEqual([told({ user_id: ben.id, full_name: 'Benjamin' })])
    })

    test('where names are unique, another’s is refused in any case, and one’s own in another case is not', async () => {
      const { realm, dov, ezra } = await freshRealm()
      await setsRealm(realm, 'require_unique_names', true)
      await changesNothing([dov, ezra], async () =>
        expect(await dov.patch('/settings', { full_name: 'EZRA' })).toEqual(
          refusal('Unique names required in this organization.'),
        ),
      )
      expect(await dov.patch('/settings', { full_name: 'DOV' })).toEqual(SUCCESS)
    })
  })

  describe('timezone', () => {
    test('is told to oneself as a setting and to everyone as a fact about the person', async () => {
      const { dov, ezra } = await freshRealm()
      const timezone = 'America/Argentina/Buenos_Aires'
      const [his, theirs] = await receivedBy([dov, ezra], () => dov.patch('/settings', { timezone }))
      const fact = told({ user_id: dov.id, email: dov.email, timezone })
      expect(his!.able).toEqual([fact, changed('timezone', timezone)])
      expect(theirs!.able).toEqual([fact])
    })
  })

  describe('email_address_visibility', () => {
    const WHO_SEES: Record<number, string[]> = {
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
      'from %d to %d, exactly those are told whose sight of the address changes',
      async (before, after) => {
        const { realm, ...cast } = await freshRealm()
        const gwen = await realm.newPerson('gwen')
        const { ada, ben, cleo, dov, ezra, fig } = cast
        const people = Object.entries({ ada, ben, cleo, dov, gwen, ezra, fig })
        succeeded(await dov.patch('/settings', { email_address_visibility: before }))
        const heard = await receivedBy(
          people.map(([, person]) => person),
          () => dov.patch('/settings', { email_address_visibility: after }),
        )
        people.forEach(([name], i) => {
          const delivery_email = WHO_SEES[after]!.includes(name) ? dov.email : null
          const isNews = WHO_SEES[after]!.includes(name) !== WHO_SEES[before]!.includes(name)
          const forms = ofType(heard[i]!.able, 'realm_user').map((event) => event.person)
          expect(forms.filter((person) => 'delivery_email' in person)).toEqual(
            isNews ? [{ user_id: dov.id, delivery_email }] : [],
          )
        })
      },
    )

    test('an address not everyone may see is replaced by a dummy one, and the picture’s name no longer tells it', async () => {
      const { realm, dov, ezra } = await freshRealm()
      const dummy = `user${dov.id}@${realm.name}.parley.test`
      const before = succeeded(await ezra.get(`/users/${dov.id}`, { client_gravatar: false })).user
      const [his, theirs] = await receivedBy([dov, ezra], () => dov.patch('/settings', { email_address_visibility: 3 }))
      const avatar_url = expect.stringMatching(/^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?/)
      const picture = { avatar_url, avatar_source: 'G', avatar_url_medium: avatar_url, avatar_version: 1 }
      expect(theirs!.able).toEqual([
        told({ user_id: dov.id, delivery_email: null }),
        told({ user_id: dov.id, new_email: dummy }),
        told({ user_id: dov.id, ...picture }),
      ])
      expect(his!.able).toEqual([
        told({ user_id: dov.id, new_email: dummy }),
        told({ user_id: dov.id, ...picture }),
        changed('email_address_visibility', 3),
      ])
      const { user } = succeeded(await ezra.get(`/users/${dov.id}`, { client_gravatar: false }))
      expect(user).toMatchObject({ email: dummy, delivery_email: null })
      expect(user.avatar_url).not.toBe(before.avatar_url)
    })

    test('whoever reads late of an address that is hidden again is not told it', async () => {
      const { dov, ezra } = await freshRealm()
      succeeded(await dov.patch('/settings', { email_address_visibility: 4 }))
      const queue = await ezra.registers()
      for (const email_address_visibility of [1, 4])
        succeeded(await dov.patch('/settings', { email_address_visibility }))
      const forms = (await queue.events()).map((event) => event.person)
      expect(forms.filter((person) => 'delivery_email' in person).map((person) => person.delivery_email)).toEqual([
        null,
        null,
      ])
    })

    test('whoever reads late of a newcomer is not told the address that they hid since', async () => {
      const { realm, ada, ezra } = await freshRealm()
      const queue = await ezra.registers({ event_types: ['realm_user'] })
      const gwen = await realm.newPerson('gwen')
      succeeded(await gwen.patch('/settings', { email_address_visibility: 4 }))
      expect(succeeded(await ada.get(`/users/${gwen.id}`)).user.delivery_email).toBeNull()
      const [added] = await queue.events()
      expect(added).toMatchObject({ op: 'add', person: { user_id: gwen.id, full_name: 'Gwen', delivery_email: null } })
    })

    test('several changes at once all hold', async () => {
      const { dov } = await freshRealm()
      const wanted = { full_name: 'Dov Baer', timezone: 'Asia/Tokyo', email_address_visibility: 4 }
      await replays([dov], async () => succeeded(await dov.patch('/settings', wanted)))
      const { full_name, timezone } = succeeded(await dov.get('/users/me'))
      expect({ full_name, timezone }).toEqual({ full_name: 'Dov Baer', timezone: 'Asia/Tokyo' })
      expect(await settingsOf(dov)).toMatchObject({ timezone, email_address_visibility: 4 })
    })
  })

  describe('new_password', () => {
    const canLogIn = async (realm: TestRealm, person: Person, password: string) =>
      (await realm.post('/fetch_api_key', { username: person.email, password })).result === 'success'
    const passwords = (old_password: string, new_password: string) => ({ old_password, new_password })

    test('whoever knows the old one logs in with the new one from then on', async () => {
      const { realm, ada } = await emptyRealm()
      const wanted = { ...passwords(ada.account.password, 'staple horse'), enter_sends: true, full_name: 'Ada L' }
      const [hers] = await receivedBy([ada], async () => expect(await ada.patch('/settings', wanted)).toEqual(SUCCESS))
      expect(hers!.able).toEqual([told({ user_id: ada.id, full_name: 'Ada L' }), changed('enter_sends', true)])
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
    test.each(REFUSED)('with the old one as %j, %j is refused, and whatever came with it', async (old, wanted, msg) => {
      const { realm, ada } = await emptyRealm()
      await changesNothing([ada], async () => {
        const change = { old_password: old, new_password: wanted, enter_sends: true, full_name: 'Ada L' }
        expect(await ada.patch('/settings', change)).toEqual(refusal(msg))
      })
      expect(await canLogIn(realm, ada, ada.account.password)).toBe(true)
      expect(await canLogIn(realm, ada, wanted)).toBe(false)
    })

    test('a bad setting that comes with it keeps the password as it was', async () => {
      const { realm, ada } = await emptyRealm()
      const wanted = { ...passwords(ada.account.password, 'staple horse'), notification_sound: 'gong' }
      await changesNothing([ada], async () =>
        expect(await ada.patch('/settings', wanted)).toEqual(refusal("Invalid notification sound 'gong'")),
      )
      expect(await canLogIn(realm, ada, 'staple horse')).toBe(false)
      expect(await canLogIn(realm, ada, ada.account.password)).toBe(true)
    })

    test('guessing the old one is guessing like any other', async () => {
      const { realm, ada } = await emptyRealm()
      for (let i = 0; i < 5; i++) await ada.patch('/settings', passwords(`guess ${i}`, 'staple horse'))
      expect(await ada.patch('/settings', passwords(ada.account.password, 'staple horse'))).toMatchObject({
        result: 'error',
        code: 'RATE_LIMIT_HIT',
        'retry-after': expect.any(Number),
      })
      expect(await canLogIn(realm, ada, ada.account.password)).toBe(false)
    })

    test('of two changes at once that know the same old one, one is made', async () => {
      const { realm, ada } = await emptyRealm()
      const wanted = ['staple horse', 'battery staple']
      const answers = await Promise.all(
        wanted.map((each) => ada.patch('/settings', passwords(ada.account.password, each))),
      )
      expect(new Set(answers.map((answer) => answer.msg))).toEqual(new Set(['', 'Wrong password!']))
      expect(await canLogIn(realm, ada, wanted[answers.findIndex((answer) => answer.msg === '')]!)).toBe(true)
    })
  })
})

describe('PATCH /realm/user_settings_defaults', () => {
  const defaultable = Object.fromEntries(Object.keys(defaultableSettings).map((name) => [name, OTHER[name]]))
  const changedDefault = (property: string, value: FieldValue) => ({
    type: 'realm_user_settings_defaults',
    op: 'update',
    property,
    value,
  })

  test('an administrator changes what newcomers start with; everyone hears of it, and nobody’s own settings change', async () => {
    const { realm, ada, ben, dov, ezra } = await freshRealm()
    const before = await settingsOf(dov)
    const heard = await receivedBy([ada, ben, dov, ezra], async () =>
      expect(await ben.patch('/realm/user_settings_defaults', defaultable)).toEqual(SUCCESS),
    )
    const events = Object.entries(defaultable).map(([name, value]) => changedDefault(name, value))
    for (const { plain, able } of heard)
      for (const all of [plain, able]) {
        expect(all).toEqual(expect.arrayContaining(events))
        expect(all).toHaveLength(events.length)
      }
    expect(await settingsOf(dov)).toEqual(before)
    expect((await dov.registers()).state.realm_user_settings_defaults).toMatchObject(defaultable)

    const gwen = await realm.newPerson('gwen')
    expect(await settingsOf(gwen)).toMatchObject(defaultable)
  })

  test('what newcomers were given is not changed by what the realm gives later', async () => {
    const { realm, ada } = await emptyRealm()
    const defaults = (fields: Record<string, FieldValue>) => ada.patch('/realm/user_settings_defaults', fields)
    succeeded(await defaults({ color_scheme: 2, enter_sends: true }))
    const gwen = await realm.newPerson('gwen')
    succeeded(await defaults({ color_scheme: 3, enter_sends: false }))
    const hal = await realm.newPerson('hal')
    expect(await settingsOf(gwen)).toMatchObject({ color_scheme: 2, enter_sends: true })
    expect(await settingsOf(hal)).toMatchObject({ color_scheme: 3, enter_sends: false })
  })

  test('newcomers are spoken to in the realm’s language', async () => {
    const { realm } = await emptyRealm()
    await setsRealm(realm, 'default_language', 'de')
    expect(await settingsOf(await realm.newPerson('gwen'))).toMatchObject({ default_language: 'de' })
  })

  test('newcomers hide their address if the realm says so; a bot’s is part of its name', async () => {
    const { realm, ada, dov } = await freshRealm()
    succeeded(await ada.patch('/realm/user_settings_defaults', { email_address_visibility: 4 }))
    let newcomer: Json
    await replays([ada, dov], async () => {
      newcomer = await realm.newPerson('gwen')
      succeeded(await dov.post('/dev_create_user', { email: 'b@example.com', full_name: 'Robot', bot: true }))
    })
    const { user } = succeeded(await ada.get(`/users/${newcomer.id}`))
    expect(user).toMatchObject({ delivery_email: null, email: `user${newcomer.id}@${realm.name}.parley.test` })
    const { members } = succeeded(await ada.get('/users'))
    expect(members.find((each: Json) => each.full_name === 'Robot')).toMatchObject({ email: 'b@example.com' })
  })

  test('what is so already is told to nobody', async () => {
    const { ada } = await emptyRealm()
    await changesNothing([ada], async () =>
      expect(await ada.patch('/realm/user_settings_defaults', { color_scheme: 1 })).toEqual(SUCCESS),
    )
  })

  test('what each chooses for themselves the realm does not choose for them', async () => {
    const { ada } = await emptyRealm()
    const own = { default_language: 'de', timezone: 'Asia/Tokyo', enable_login_emails: false }
    await changesNothing([ada], async () =>
      expect(await ada.patch('/realm/user_settings_defaults', own)).toEqual({
        ...SUCCESS,
        ignored_parameters_unsupported: Object.keys(own),
      }),
    )
    expect(KEPT_BY_THE_ACCOUNT).toContain('timezone')
  })

  test('nobody below an administrator may', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    succeeded(await ben.patch('/realm/user_settings_defaults', { enter_sends: true }))
    await changesNothing([ada], async () => {
      for (const person of [cleo, dov, ezra, fig])
        expect(await person.patch('/realm/user_settings_defaults', { enter_sends: false })).toEqual(
          refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
        )
    })
  })

  test.each(BAD)('%s is refused, and what came with it is not done', async (_, bad) => {
    const { ada } = await emptyRealm()
    await changesNothing([ada], async () => {
      for (const [name, value, msg] of bad.filter(([each]) => each in defaultableSettings))
        expect(
          await ada.patch('/realm/user_settings_defaults', { web_navigate_to_sent_message: false, [name]: value }),
        ).toEqual(refusal(msg))
    })
  })
})
