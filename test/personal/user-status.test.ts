import { describe, expect, test } from 'vitest'
import { refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { replays } from '../support/replays'

const OWN = '/users/me/status'
const statusOf = (person: Person): string => `/users/${person.id}/status`
const told = (person: Person, news: object) => ({ type: 'user_status', user_id: person.id, ...news })

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
const NO_EMOJI = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }

async function shown(person: Person): Promise<Json> {
  const { status } = succeeded(await person.get(statusOf(person)))
  const { state } = await person.registers({ fetch_event_types: ['user_status'] })
  // Nothing to say, and nobody who says it, are the same.
  expect(state.user_status[person.id] ?? {}).toEqual(status)
  return status
}

const NO_NEW_VALUES = 'Client did not pass any new values.'
const NAME_NEEDED = 'Client must pass emoji_name if they pass either emoji_code or reaction_type.'

const BAD: [wanted: Record<string, FieldValue>, msg: string][] = [
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
  test('everyone hears of a status, and it is there at the next registration', async () => {
    const { ada, dov, ezra, fig } = await freshRealm()
    const heard = await receivedBy([dov, ada, ezra, fig], async () =>
      expect(await dov.post(OWN, { status_text: '  At lunch ', emoji_name: 'tada' })).toEqual(SUCCESS),
    )
    const news = [told(dov, { status_text: 'At lunch', ...TADA })]
    for (const { plain, able } of heard) expect([plain, able]).toEqual([news, news])
    expect(await shown(dov)).toEqual({ status_text: 'At lunch', ...TADA })
    expect(await shown(ada)).toEqual({})
  })

  test('only what is passed changes, and only that is told', async () => {
    const { ada, dov } = await freshRealm()
    const steps: [wanted: Record<string, FieldValue>, news: object, then: object][] = [
      [{ status_text: 'At lunch' }, { status_text: 'At lunch' }, { status_text: 'At lunch' }],
      [{ emoji_name: 'tada' }, TADA, { status_text: 'At lunch', ...TADA }],
      [{ status_text: '' }, { status_text: '' }, TADA],
      [{ emoji_name: '' }, NO_EMOJI, {}],
      [TADA, TADA, TADA],
      [{ status_text: '  ', emoji_name: '' }, { status_text: '', ...NO_EMOJI }, {}],
    ]
    for (const [wanted, news, then] of steps) {
      const [hers] = await receivedBy([ada, dov], async () => expect(await dov.post(OWN, wanted)).toEqual(SUCCESS))
      expect(hers!.able).toEqual([told(dov, news)])
      expect(await shown(dov)).toEqual(then)
    }
  })

  const IN_VENDORS_NAMES = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }
  const EMOJI: [said: Record<string, string>, meant: object][] = [
    [{ emoji_name: 'tada' }, TADA],
    [{ emoji_name: 'tada', emoji_code: '1f389' }, TADA],
    [{ emoji_name: 'tada', reaction_type: 'unicode_emoji' }, TADA],
    [TADA, TADA],
    [{ emoji_name: 'svc' }, IN_VENDORS_NAMES],
    [{ emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' }, IN_VENDORS_NAMES],
    [{ emoji_name: 'zulip' }, IN_VENDORS_NAMES],
    [IN_VENDORS_NAMES, IN_VENDORS_NAMES],
  ]
  test('an emoji is meant by its name, and may be said in full', async () => {
    const { dov } = await freshRealm()
    for (const [said, meant] of EMOJI) {
      succeeded(await dov.post(OWN, said))
      expect(await shown(dov)).toEqual(meant)
    }
  })

  test('sixty characters fit, whatever the alphabet', async () => {
    const { dov } = await freshRealm()
    await replays([dov], async () => succeeded(await dov.post(OWN, { status_text: ` ${'🍕'.repeat(60)} ` })))
    expect(await shown(dov)).toEqual({ status_text: '🍕'.repeat(60) })
  })

  test('what cannot be a status leaves the old one as it was', async () => {
    const { ada, dov } = await freshRealm()
    succeeded(await dov.post(OWN, { status_text: 'At lunch', ...TADA }))
    await changesNothing([ada, dov], async () => {
      for (const [wanted, msg] of BAD) expect(await dov.post(OWN, wanted)).toEqual(refusal(msg))
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
      expect(await ada.get(statusOf(fig))).toEqual(refusal('No such user'))
      expect(await ada.post(statusOf(fig), { status_text: 'Beep' })).toEqual(refusal('No such user'))
    })
    expect(await shown(dov)).toEqual({})
  })
})

// That somebody is seen, or no longer, is told as well (presence.test.ts).
const withoutPresence = (events: Json[]) => events.filter(({ type }) => type !== 'presence')

describe('away', () => {
  const presence = (value: boolean) => ({ type: 'user_settings', op: 'update', property: 'presence_enabled', value })

  test('is another word for not wanting to be seen as present', async () => {
    const { ada, dov } = await freshRealm()
    for (const away of [true, false]) {
      const [hers, his] = await receivedBy([ada, dov], async () =>
        expect(await dov.post(OWN, { away })).toEqual(SUCCESS),
      )
      expect(withoutPresence(hers!.able)).toEqual([told(dov, { away })])
      expect(withoutPresence(his!.able)).toEqual([presence(!away), told(dov, { away })])
      expect(await shown(dov)).toEqual(away ? { away } : {})
    }
  })

  test('is told, too, when that is said as a setting', async () => {
    const { ada, dov } = await freshRealm()
    for (const presence_enabled of [false, true]) {
      const [hers, his] = await receivedBy([ada, dov], () => dov.patch('/settings', { presence_enabled }))
      expect(withoutPresence(hers!.able)).toEqual([told(dov, { away: !presence_enabled })])
      expect(withoutPresence(his!.able)).toEqual([presence(presence_enabled), told(dov, { away: !presence_enabled })])
    }
  })

  test('goes with words and an emoji, and stays when they go', async () => {
    const { dov } = await freshRealm()
    succeeded(await dov.post(OWN, { away: true, status_text: 'At lunch', emoji_name: 'tada' }))
    expect(await shown(dov)).toEqual({ away: true, status_text: 'At lunch', ...TADA })
    await replays([dov], () => dov.post(OWN, { status_text: '', emoji_name: '' }))
    expect(await shown(dov)).toEqual({ away: true })
  })

  test('is what newcomers are where the realm starts them so', async () => {
    const { realm, ada, ezra } = await freshRealm()
    succeeded(await ada.patch('/realm/user_settings_defaults', { presence_enabled: false }))
    await replays([ada, ezra], async () => {
      const gwen = await realm.newPerson('gwen')
      expect(await shown(gwen)).toEqual({ away: true })
    })
  })

  test('a bad status does not send anyone away', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () =>
      expect(await dov.post(OWN, { away: true, emoji_name: 'not_an_emoji' })).toEqual(
        refusal("Emoji 'not_an_emoji' does not exist"),
      ),
    )
  })
})

describe('POST /users/:user_id/status', () => {
  test('an administrator changes anybody’s status, and everyone hears of it', async () => {
    const { ada, ben, dov } = await freshRealm()
    const heard = await receivedBy([ada, ben, dov], async () =>
      expect(await ben.post(statusOf(dov), { status_text: 'On leave' })).toEqual(SUCCESS),
    )
    for (const { able } of heard) expect(able).toEqual([told(dov, { status_text: 'On leave' })])
    expect(await shown(dov)).toEqual({ status_text: 'On leave' })
    expect(await shown(ben)).toEqual({})
  })

  test('nobody else may, not even their own', async () => {
    const { ada, cleo, dov, ezra, fig } = await freshRealm()
    await changesNothing([ada], async () => {
      for (const person of [cleo, dov, ezra])
        for (const target of [ada, person])
          expect(await person.post(statusOf(target), { status_text: 'Hi' })).toEqual(refusal('Insufficient permission'))
      expect(await fig.post(statusOf(dov), { status_text: 'Hi' })).toEqual(
        refusal('This endpoint does not accept bot requests.'),
      )
    })
  })

  test('what cannot be a status leaves the old one as it was', async () => {
    const { ada, dov } = await freshRealm()
    await changesNothing([ada, dov], async () => {
      for (const [wanted, msg] of BAD) expect(await ada.post(statusOf(dov), wanted)).toEqual(refusal(msg))
      expect(await ada.post('/users/987/status', { status_text: 'Hi' })).toEqual(refusal('No such user'))
      // Whether somebody is to be seen as present is for them to say.
      expect(await ada.post(statusOf(dov), { away: true })).toEqual(refusal(NO_NEW_VALUES))
    })
  })
})

describe('GET /users/:user_id/status', () => {
  test('anybody may ask, and a bot may', async () => {
    const { dov, ezra, fig } = await freshRealm()
    expect(await ezra.get(statusOf(dov))).toEqual({ ...SUCCESS, status: {} })
    succeeded(await dov.post(OWN, { status_text: 'At lunch' }))
    for (const person of [ezra, fig])
      expect(await person.get(statusOf(dov))).toEqual({ ...SUCCESS, status: { status_text: 'At lunch' } })
  })

  test('of nobody there is none', async () => {
    const { dov } = await freshRealm()
    expect(await dov.get('/users/987/status')).toEqual(refusal('No such user'))
  })
})
