import { describe, expect, test } from 'vitest'
import { preventAlarms } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'
import { rowsRead } from '../support/tables'

const OWN = '/users/me/status'
const statusPath = (user: Person): string => `/users/${user.id}/status`
const statusEvent = (user: Person, changes: object) => ({ type: 'user_status', user_id: user.id, ...changes })

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
const NO_EMOJI = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }

async function visibleStatus(user: Person): Promise<Json> {
  const { status } = succeeded(await user.get(statusPath(user)))
  const { state } = await user.registers({ fetch_event_types: ['user_status'] })
  // A user without a status is absent from `user_status`.
  expect(state.user_status[user.id] ?? {}).toEqual(status)
  return status
}

const NO_NEW_VALUES = 'Client did not pass any new values.'
const NAME_NEEDED = 'Client must pass emoji_name if they pass either emoji_code or reaction_type.'

const INVALID: [params: Record<string, FieldValue>, msg: string][] = [
  [{}, NO_NEW_VALUES],
  [{ status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
  [{ status_text: 'Hi', emoji_code: '1f389' }, NAME_NEEDED],
  [{ status_text: 'Hi', reaction_type: 'unicode_emoji' }, NAME_NEEDED],
  [{ emoji_code: '1f389' }, NAME_NEEDED],
  [{ status_text: 'Hi', emoji_name: 'not_an_emoji' }, "Emoji 'not_an_emoji' does not exist"],
  [{ status_text: 'Hi', emoji_name: 'not_an_emoji', emoji_code: '1f389' }, "Emoji 'not_an_emoji' does not exist"],
  [{ ...TADA, emoji_name: 'not_an_emoji' }, 'Invalid emoji name.'],
  [{ ...TADA, emoji_name: 'smile' }, 'Invalid emoji name.'],
  [{ ...TADA, emoji_code: 'beef' }, 'Invalid emoji code.'],
  [{ emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'sticker' }, 'Invalid reaction_type'],
  [{ emoji_name: 'tada', reaction_type: 'svc_extra_emoji' }, 'Invalid emoji code.'],
  [{ emoji_name: 'tada', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' }, 'Invalid emoji name.'],
  [{ emoji_name: 'tada', emoji_code: '1', reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
]

describe('POST /users/me/status', () => {
  test('all users who can see the user receive the status, and POST /register has it', async () => {
    const { ada, dov, ezra, fig } = await freshRealm()
    const received = await receivedBy([dov, ada, ezra, fig], async () =>
      expect(await dov.post(OWN, { status_text: '  At lunch ', emoji_name: 'tada' })).toEqual(SUCCESS),
    )
    const events = [statusEvent(dov, { status_text: 'At lunch', ...TADA })]
    for (const { plain, able } of received) expect([plain, able]).toEqual([events, events])
    expect(await visibleStatus(dov)).toEqual({ status_text: 'At lunch', ...TADA })
    expect(await visibleStatus(ada)).toEqual({})
  })

  test('only the properties in the request change, and only they are in the event', async () => {
    const { ada, dov } = await freshRealm()
    const steps: [params: Record<string, FieldValue>, changes: object, after: object][] = [
      [{ status_text: 'At lunch' }, { status_text: 'At lunch' }, { status_text: 'At lunch' }],
      [{ emoji_name: 'tada' }, TADA, { status_text: 'At lunch', ...TADA }],
      [{ status_text: '' }, { status_text: '' }, TADA],
      [{ emoji_name: '' }, NO_EMOJI, {}],
      [TADA, TADA, TADA],
      // Zulip's phone app removes an emoji like this.
      [{ emoji_name: '', emoji_code: '', reaction_type: '' }, NO_EMOJI, {}],
      [TADA, TADA, TADA],
      [{ status_text: '  ', emoji_name: '' }, { status_text: '', ...NO_EMOJI }, {}],
    ]
    for (const [params, changes, after] of steps) {
      const [events] = await receivedBy([ada, dov], async () => expect(await dov.post(OWN, params)).toEqual(SUCCESS))
      expect(events!.able).toEqual([statusEvent(dov, changes)])
      expect(await visibleStatus(dov)).toEqual(after)
    }
  })

  const IN_VENDORS_NAMES = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }
  const EMOJI: [params: Record<string, string>, expected: object][] = [
    [{ emoji_name: 'tada' }, TADA],
    [{ emoji_name: 'tada', emoji_code: '1f389' }, TADA],
    [{ emoji_name: 'tada', reaction_type: 'unicode_emoji' }, TADA],
    [TADA, TADA],
    [{ emoji_name: 'svc' }, IN_VENDORS_NAMES],
    [{ emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' }, IN_VENDORS_NAMES],
    [{ emoji_name: 'zulip' }, IN_VENDORS_NAMES],
    [IN_VENDORS_NAMES, IN_VENDORS_NAMES],
  ]
  test('the name of an emoji is enough, and the code and type are optional', async () => {
    const { dov } = await freshRealm()
    for (const [params, expected] of EMOJI) {
      succeeded(await dov.post(OWN, params))
      expect(await visibleStatus(dov)).toEqual(expected)
    }
  })

  test('the limit of 60 counts characters, not bytes', async () => {
    const { dov } = await freshRealm()
    await replays([dov], async () => succeeded(await dov.post(OWN, { status_text: ` ${'🍕'.repeat(60)} ` })))
    expect(await visibleStatus(dov)).toEqual({ status_text: '🍕'.repeat(60) })
  })

  test('an invalid status is refused', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await dov.post(OWN, { status_text: 'At lunch', ...TADA }))
    await changesNothing([ada, dov], async () => {
      for (const [params, msg] of INVALID) expect(await dov.post(OWN, params)).toEqual(refusal(msg))
      expect(await dov.post(OWN, { status_text: 'Hi', away: 1 })).toEqual(refusal('away is not a boolean'))
      expect(await dov.post(OWN, { status_text: 'Hi', away: 'maybe' })).toEqual(refusal('away is not valid JSON'))
    })
  })

  test('bots have no status', async () => {
    const { ada, dov, fig } = await freshRealm()
    await changesNothing([ada], async () => {
      expect(await fig.post(OWN, { status_text: 'Beep' })).toEqual(
        refusal('This endpoint does not accept bot requests.'),
      )
      expect(await ada.get(statusPath(fig))).toEqual(refusal('No such user'))
      expect(await ada.post(statusPath(fig), { status_text: 'Beep' })).toEqual(refusal('No such user'))
    })
    expect(await visibleStatus(dov)).toEqual({})
  })
})

// The presence changes, too: test/people/presence.test.ts tests it.
const withoutPresence = (events: Json[]) => events.filter(({ type }) => type !== 'presence')

describe('away', () => {
  const presence = (value: boolean) => ({ type: 'user_settings', op: 'update', property: 'presence_enabled', value })

  test('hides the presence of the user', async () => {
    const { ada, dov } = await freshRealm()
    for (const away of [true, false]) {
      const [adasEvents, dovsEvents] = await receivedBy([ada, dov], async () =>
        expect(await dov.post(OWN, { away })).toEqual(SUCCESS),
      )
      expect(withoutPresence(adasEvents!.able)).toEqual([statusEvent(dov, { away })])
      expect(withoutPresence(dovsEvents!.able)).toEqual([presence(!away), statusEvent(dov, { away })])
      expect(await visibleStatus(dov)).toEqual(away ? { away } : {})
    }
  })

  test('is published, too, when the user changes presence_enabled', async () => {
    const { ada, dov } = await freshRealm()
    for (const presence_enabled of [false, true]) {
      const [adasEvents, dovsEvents] = await receivedBy([ada, dov], () => dov.patch('/settings', { presence_enabled }))
      expect(withoutPresence(adasEvents!.able)).toEqual([statusEvent(dov, { away: !presence_enabled })])
      expect(withoutPresence(dovsEvents!.able)).toEqual([
        presence(presence_enabled),
        statusEvent(dov, { away: !presence_enabled }),
      ])
    }
  })

  test('is independent of the text and the emoji', async () => {
    const { dov } = await freshRealm()
    succeeded(await dov.post(OWN, { away: true, status_text: 'At lunch', emoji_name: 'tada' }))
    expect(await visibleStatus(dov)).toEqual({ away: true, status_text: 'At lunch', ...TADA })
    await replays([dov], () => dov.post(OWN, { status_text: '', emoji_name: '' }))
    expect(await visibleStatus(dov)).toEqual({ away: true })
  })

  test('is set for new users if presence_enabled is off by default', async () => {
    const { realm, ada, ezra } = await freshRealm()
    succeeded(await ada.patch('/realm/user_settings_defaults', { presence_enabled: false }))
    await replays([ada, ezra], async () => {
      const gwen = await realm.newPerson('gwen')
      expect(await visibleStatus(gwen)).toEqual({ away: true })
    })
  })

  test('does not change when the rest of the request is invalid', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () =>
      expect(await dov.post(OWN, { away: true, emoji_name: 'not_an_emoji' })).toEqual(
        refusal("Emoji 'not_an_emoji' does not exist"),
      ),
    )
  })
})

describe('POST /users/:user_id/status', () => {
  test('an administrator changes the status of another user', async () => {
    const { ada, ben, dov } = await freshRealm()
    const received = await receivedBy([ada, ben, dov], async () =>
      expect(await ben.post(statusPath(dov), { status_text: 'On leave' })).toEqual(SUCCESS),
    )
    for (const { able } of received) expect(able).toEqual([statusEvent(dov, { status_text: 'On leave' })])
    expect(await visibleStatus(dov)).toEqual({ status_text: 'On leave' })
    expect(await visibleStatus(ben)).toEqual({})
  })

  test('a bot with the rights of an administrator changes the status of a user', async () => {
    const { ada, dov, fig } = await freshRealm()
    succeeded(await ada.patch(`/users/${fig.id}`, { role: 200 }))
    expect(await fig.post(statusPath(dov), { status_text: 'On leave' })).toEqual(SUCCESS)
    expect(await visibleStatus(dov)).toEqual({ status_text: 'On leave' })
  })

  test('other users cannot, not even their own status', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    await changesNothing([ada], async () => {
      for (const user of [cleo, dov, ezra, fig])
        for (const target of [ada, dov, user])
          expect(await user.post(statusPath(target), { status_text: 'Hi' })).toEqual(refusal('Insufficient permission'))
    })
  })

  test('an invalid status is refused', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      for (const [params, msg] of INVALID) expect(await ada.post(statusPath(dov), params)).toEqual(refusal(msg))
      expect(await ada.post('/users/987/status', { status_text: 'Hi' })).toEqual(refusal('No such user'))
      // Only the user decides whether their presence is visible.
      expect(await ada.post(statusPath(dov), { away: true })).toEqual(refusal(NO_NEW_VALUES))
    })
  })
})

describe('GET /users/:user_id/status', () => {
  test('guests and bots can read a status', async () => {
    const { dov, ezra, fig } = await freshRealm()
    expect(await ezra.get(statusPath(dov))).toEqual({ ...SUCCESS, status: {} })
    succeeded(await dov.post(OWN, { status_text: 'At lunch' }))
    for (const user of [ezra, fig])
      expect(await user.get(statusPath(dov))).toEqual({ ...SUCCESS, status: { status_text: 'At lunch' } })
  })

  test('an unknown user is refused', async () => {
    const { dov } = await freshRealm()
    expect(await dov.get('/users/987/status')).toEqual(refusal('No such user'))
  })
})

test('registering reads as many rows with few statuses and hidden presences as with many', async () => {
  const { realm, ada, ben, cleo, dov, ezra } = await freshRealm()
  await preventAlarms(realm)
  const register = () => ada.registers({ fetch_event_types: ['user_status'] })
  const rowsToRegister = async () => {
    await register()
    return rowsRead(realm, register)
  }
  // Each registration reads the user's own queues, which become more.
  const [first, second] = [await rowsToRegister(), await rowsToRegister()]
  for (const person of [ben, cleo, dov, ezra]) succeeded(await person.post(OWN, { status_text: 'busy', away: true }))
  expect((await rowsToRegister()) - second).toBe(second - first)
  const { state } = await register()
  expect(Object.keys(state.user_status).map(Number)).toEqual([ben.id, cleo.id, dov.id, ezra.id])
})
