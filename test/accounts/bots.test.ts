import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, NO_BOTS, NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { ADMINISTRATORS_GROUP, NOBODY_GROUP } from '../support/system-groups'
import { Person, succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { replays } from '../support/replays'
import { rowsIn, writesTo } from '../support/tables'

const GENERIC = 1
const INCOMING = 2
const OUTGOING = 3
const EMBEDDED = 4

const NO_SUCH_BOT = refusal('No such bot')
const NOT_FOR_GUESTS = refusal('Not allowed for guest users')
const BAD_KEY = refusal('Invalid API key', 'INVALID_API_KEY')

const HAL = { full_name: 'Hal', short_name: 'hal' }
const HOOK = { bot_type: OUTGOING, payload_url: 'https://example.com/hook' }

/** A bot of somebody's, made as people make them. */
async function newBotOf(
  owner: Person,
  wished: Record<string, FieldValue> & { full_name?: string; short_name?: string } = {},
): Promise<Person> {
  const { full_name, short_name, ...more } = { ...HAL, ...wished }
  const { user_id, api_key } = succeeded(await owner.post('/bots', { full_name, short_name, ...more }))
  const email = `${short_name}-bot@${new URL(owner.realm_url).hostname}`
  return new Person(owner.realm_url, { user_id, api_key, email, full_name, password: '' })
}
const botsSeenBy = async (person: Person): Promise<Json[]> => (await person.registers()).state.realm_bots
const changed = (bot: object) => ({ type: 'realm_bot', op: 'update', bot })
const ofBots = (events: Json[]) => events.filter(({ type }) => type === 'realm_bot')

describe('POST /bots', () => {
  test('somebody makes a bot, which everyone hears of, and whoever sees to it what it is set up for', async () => {
    const { realm, ada, cleo, dov, general } = await freshRealm()
    const host = new URL(realm.url).hostname
    let made: Json = {}
    const [toAda, toDov, toCleo] = await receivedBy([ada, dov, cleo], async () => {
      made = await dov.post('/bots', { ...HAL, default_sending_stream: general.name })
    })
    expect(made).toEqual({
      ...SUCCESS,
      user_id: expect.any(Number),
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      avatar_url: expect.stringContaining('gravatar'),
      default_sending_stream: 'general',
      default_events_register_stream: null,
      default_all_public_streams: false,
    })
    const bot = {
      user_id: made.user_id,
      api_key: made.api_key,
      full_name: 'Hal',
      email: `hal-bot@${host}`,
      bot_type: GENERIC,
      is_active: true,
      owner_id: dov.id,
      avatar_url: made.avatar_url,
      default_sending_stream: 'general',
      default_events_register_stream: null,
      default_all_public_streams: false,
      services: [],
    }
    for (const heard of [toAda, toDov]) expect(ofBots(heard!.plain)).toEqual([{ type: 'realm_bot', op: 'add', bot }])
    expect(toCleo!.plain.map(({ type, op }) => `${type}/${op}`)).toEqual([
      'realm_user/add',
      'user_group/add_members',
      'user_group/add_members',
    ])
    expect(await botsSeenBy(dov)).toContainEqual(bot)
    expect(await botsSeenBy(cleo)).toEqual([])
    const hal = new Person(realm.url, { ...dov.account, email: bot.email, api_key: made.api_key })
    expect(succeeded(await hal.get('/users/me'))).toMatchObject({ is_bot: true, bot_owner_id: dov.id, role: 400 })
  })

  const MAY: [name: string, type: number, any: number, writeOnly: number, allowed: string[]][] = [
    ['a generic bot', GENERIC, ADMINISTRATORS_GROUP, ADMINISTRATORS_GROUP, ['ada', 'ben']],
    ['a generic bot', GENERIC, ADMINISTRATORS_GROUP, 6, ['ada', 'ben']],
    ['an incoming webhook', INCOMING, ADMINISTRATORS_GROUP, 6, ['ada', 'ben', 'cleo', 'dov']],
    ['an incoming webhook', INCOMING, NOBODY_GROUP, NOBODY_GROUP, []],
    ['an incoming webhook', INCOMING, 6, NOBODY_GROUP, ['ada', 'ben', 'cleo', 'dov']],
    ['an outgoing webhook', OUTGOING, ADMINISTRATORS_GROUP, 6, ['ada', 'ben']],
  ]
  test.for(MAY)('who may make %s, where %i: any %i, write-only %i', async ([, bot_type, any, writeOnly, allowed]) => {
    const cast = await freshRealm()
    const { ada, ben, cleo, dov, ezra, fig } = cast
    succeeded(
      await ada.patch('/realm', {
        can_create_bots_group: { new: any },
        can_create_write_only_bots_group: { new: writeOnly },
      }),
    )
    const payload_url = bot_type === OUTGOING ? HOOK.payload_url : undefined
    for (const [name, person] of Object.entries({ ada, ben, cleo, dov })) {
      const wished = { full_name: `Bot of ${name}`, short_name: name, bot_type, payload_url }
      const answer = await person.post('/bots', wished)
      expect(answer.result === 'success' ? SUCCESS : answer, name).toEqual(
        allowed.includes(name) ? SUCCESS : NO_PERMISSION,
      )
    }
    expect(await ezra.post('/bots', HAL)).toEqual(NOT_FOR_GUESTS)
    expect(await fig.post('/bots', HAL)).toEqual(NO_BOTS)
  })

  test('what is wrong is refused, and nothing changes', async () => {
    const { ada, dov, vault } = await freshRealm()
    await newBotOf(dov)
    const next = { full_name: 'Next', short_name: 'next' }
    const wrong: [Record<string, FieldValue>, string][] = [
      [{ full_name: 'HAL' }, 'Name is already in use!'],
      [{ full_name: 'Notification Bot' }, 'Name is already in use!'],
      [{ short_name: 'notification' }, 'Username already in use'],
      [{ short_name: 'hal' }, 'Username already in use'],
      [{ short_name: 'HAL' }, 'Username already in use'],
      [{ short_name: '' }, 'Bad name or username'],
      [{ short_name: 'a b' }, 'Bad name or username'],
      [{ short_name: 'a@b' }, 'Bad name or username'],
      [{ full_name: '' }, 'Bad name or username'],
      [{ full_name: 'a*b' }, 'Invalid characters in name!'],
      [{ bot_type: 5 }, 'Invalid bot_type'],
      [{ bot_type: EMBEDDED }, 'Embedded bots are not enabled.'],
      [{ bot_type: OUTGOING }, 'payload_url is not a URL'],
      [{ bot_type: OUTGOING, payload_url: 'ftp://example.com' }, 'payload_url is not a URL'],
      [{ bot_type: OUTGOING, payload_url: 'https://a:b@example.com' }, 'payload_url is not a URL'],
      [{ payload_url: 'https://example.com' }, 'Only outgoing webhook bots are told of messages.'],
      [{ ...HOOK, interface_type: 3 }, 'Invalid interface_type'],
      [{ default_sending_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
      [{ default_events_register_stream: vault.name }, `Invalid channel name '${vault.name}'`],
      [{ config_data: { key: 'x'.repeat(10_000) } }, 'Cannot store configuration. 3 characters over the quota'],
      [{ config_data: { key: 1 } }, 'config_data["key"] is not a string'],
    ]
    await changesNothing([ada, dov], async () => {
      for (const [fields, msg] of wrong)
        expect(await dov.post('/bots', { ...next, ...fields }), JSON.stringify(fields)).toEqual(refusal(msg))
    })
  })

  test('an incoming webhook writes, and does nothing else', async () => {
    const { dov, general } = await freshRealm()
    const hook = await newBotOf(dov, { bot_type: INCOMING })
    await hook.sends(general, 'builds', 'Green')
    const closed = refusal('This API is not available to incoming webhook bots.', 'UNAUTHORIZED')
    expect(await hook.get('/users')).toEqual(closed)
    expect(await hook.post('/register')).toEqual(closed)
    expect(await hook.get('/bot_storage')).toEqual(closed)
  })
})

describe('an outgoing webhook', () => {
  test('is set up with an address, and has a token that only those learn who see to it', async () => {
    const { realm, ada, cleo, dov } = await freshRealm()
    const hook = await newBotOf(dov, HOOK)
    const mine = (await botsSeenBy(dov)).find(({ user_id }) => user_id === hook.id)
    expect(mine.services).toEqual([
      { base_url: HOOK.payload_url, token: expect.stringMatching(/^[A-Za-z0-9]{32}$/), interface: 1 },
    ])
    const theirs = (await botsSeenBy(ada)).find(({ user_id }) => user_id === hook.id)
    expect(theirs).toEqual(mine)
    const { token } = mine.services[0]
    const shared = JSON.stringify([(await cleo.registers()).state, await cleo.get('/users'), await ada.get('/users')])
    expect(shared).not.toContain(token)
    const kept = JSON.stringify([
      await rowsIn(realm, 'SELECT * FROM events'),
      await rowsIn(realm, 'SELECT * FROM bots'),
    ])
    for (const secret of [token, hook.account.api_key]) expect(kept).not.toContain(secret)
  })
})

describe('GET /bots', () => {
  test('people see their own active bots, with their keys', async () => {
    const { realm, ada, dov, ezra, fig } = await freshRealm()
    const hal = await newBotOf(dov)
    const gone = await newBotOf(dov, { full_name: 'Gone', short_name: 'gone' })
    succeeded(await dov.delete(`/bots/${gone.id}`))
    const { bots } = succeeded(await dov.get('/bots'))
    expect(bots.map(({ username }: Json) => username)).toEqual([fig.email, hal.email])
    expect(bots[1]).toMatchObject({ full_name: 'Hal', api_key: hal.account.api_key, default_sending_stream: null })
    // A key that is shown lets the bot in, and showing it takes none away.
    const shown = new Person(realm.url, { ...fig.account, api_key: bots[0].api_key })
    for (const bot of [shown, fig, hal]) succeeded(await bot.get('/users/me'))
    expect(succeeded(await ada.get('/bots')).bots).toEqual([])
    expect(await ezra.get('/bots')).toEqual(NOT_FOR_GUESTS)
    expect(await fig.get('/bots')).toEqual(NO_BOTS)
  })
})

describe('PATCH /bots/:bot_id', () => {
  test('its owner changes what it is called and set up for', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const hook = await newBotOf(dov, HOOK)
    const wished = {
      full_name: 'Hal 9000',
      service_payload_url: 'https://example.com/other',
      service_interface: 2,
      config_data: { mood: 'calm' },
      default_sending_stream: general.name,
      default_events_register_stream: general.name,
      default_all_public_streams: true,
    }
    const [toDov, toAda, toEzra] = await receivedBy([dov, ada, ezra], async () => {
      expect(await dov.patch(`/bots/${hook.id}`, wished)).toEqual({
        ...SUCCESS,
        full_name: 'Hal 9000',
        avatar_url: expect.any(String),
        service_interface: 2,
        service_payload_url: 'https://example.com/other',
        config_data: { mood: 'calm' },
        default_sending_stream: 'general',
        default_events_register_stream: 'general',
        default_all_public_streams: true,
        bot_owner: dov.email,
      })
    })
    const user_id = hook.id
    const told = [
      changed({ user_id, full_name: 'Hal 9000' }),
      changed({
        user_id,
        services: [{ base_url: 'https://example.com/other', interface: 2, token: expect.any(String) }],
      }),
      changed({ user_id, default_sending_stream: 'general' }),
      changed({ user_id, default_events_register_stream: 'general' }),
      changed({ user_id, default_all_public_streams: true }),
    ]
    expect(ofBots(toDov!.plain)).toEqual(told)
    expect(ofBots(toAda!.plain)).toEqual(told)
    expect(toEzra!.plain).toEqual([{ type: 'realm_user', op: 'update', person: { user_id, full_name: 'Hal 9000' } }])
    await changesNothing([dov, ada, ezra], () => dov.patch(`/bots/${hook.id}`, { ...wished, config_data: undefined }))
    const [cleared] = await receivedBy([dov], () => dov.patch(`/bots/${hook.id}`, { default_sending_stream: '' }))
    expect(cleared!.plain).toEqual([changed({ user_id, default_sending_stream: null })])
  })

  test('an administrator gives it another owner: it goes from one to the other', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const hal = await newBotOf(dov)
    const user_id = hal.id
    const [toAda, toDov, toCleo, toEzra] = await receivedBy([ada, dov, cleo, ezra], async () => {
      expect(await ben.patch(`/bots/${hal.id}`, { bot_owner_id: cleo.id })).toMatchObject({ bot_owner: cleo.email })
    })
    expect(ofBots(toAda!.plain)).toEqual([changed({ user_id, owner_id: cleo.id })])
    expect(ofBots(toDov!.plain)).toEqual([{ type: 'realm_bot', op: 'delete', bot: { user_id } }])
    expect(ofBots(toCleo!.plain)).toMatchObject([{ op: 'add', bot: { user_id, owner_id: cleo.id } }])
    const person = { type: 'realm_user', op: 'update', person: { user_id, bot_owner_id: cleo.id } }
    expect(toEzra!.plain).toEqual([person])
    expect(await dov.patch(`/bots/${hal.id}`, { full_name: 'Mine' })).toEqual(NO_PERMISSION)
    for (const owner of [ada, dov, ben]) {
      await receivedBy([ada, ben, dov, cleo], async () => {
        succeeded(await ben.patch(`/bots/${hal.id}`, { bot_owner_id: owner.id }))
      })
    }
  })

  test('what is wrong is refused, and nothing changes', async () => {
    const { realm, ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const hal = await newBotOf(dov)
    const gwen = await realm.newPerson('gwen')
    succeeded(await ada.delete(`/users/${gwen.id}`))
    const system = (await ada.registers()).state.cross_realm_bots[0].user_id
    await changesNothing([ada, dov, ezra], async () => {
      for (const actor of [cleo, ezra, fig])
        expect(await actor.patch(`/bots/${hal.id}`, { full_name: 'X Y' }), actor.account.full_name).toEqual(
          NO_PERMISSION,
        )
      for (const id of [dov.id, system, 9999, 0])
        expect(await ada.patch(`/bots/${id}`, { full_name: 'X Y' })).toEqual(NO_SUCH_BOT)
      expect(await dov.patch(`/bots/${hal.id}`, { bot_owner_id: cleo.id })).toEqual(ADMINISTRATORS_ONLY)
      expect(await dov.patch(`/bots/${hal.id}`, { role: 200 })).toEqual(ADMINISTRATORS_ONLY)
      expect(await ben.patch(`/bots/${hal.id}`, { role: 100 })).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
      const wrong: [Record<string, FieldValue>, string][] = [
        [{ bot_owner_id: 9999 }, 'Failed to change owner, no such user'],
        [{ bot_owner_id: gwen.id }, 'Failed to change owner, user is deactivated'],
        [{ bot_owner_id: fig.id }, "Failed to change owner, bots can't own other bots"],
        [{ full_name: 'fig' }, 'Name is already in use!'],
        [{ full_name: '' }, 'Bad name or username'],
        [{ service_payload_url: 'https://example.com' }, 'Only outgoing webhook bots are told of messages.'],
        [{ default_sending_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
        [{ role: 1 }, 'Invalid role'],
      ]
      for (const [fields, msg] of wrong)
        expect(await ada.patch(`/bots/${hal.id}`, fields), JSON.stringify(fields)).toEqual(refusal(msg))
    })
  })
})

describe('who sees to bots', () => {
  test('whoever becomes an administrator sees everyone’s, and whoever is one no longer their own', async () => {
    const { ada, cleo, dov } = await freshRealm()
    const hal = await newBotOf(dov)
    const own = await newBotOf(cleo, { full_name: 'Own', short_name: 'own' })
    for (const role of [200, 300, 100, 600]) {
      await receivedBy([cleo, dov], async () => {
        succeeded(await ada.patch(`/users/${cleo.id}`, { role }))
      })
      const seen = (await botsSeenBy(cleo)).map(({ user_id }) => user_id)
      expect(seen.includes(hal.id)).toBe(role <= 200)
      expect(seen).toContain(own.id)
    }
  })

  test('a bot that is renamed like any account, deactivated and brought back, they hear of each time', async () => {
    const { ada, dov } = await freshRealm()
    const hal = await newBotOf(dov)
    const user_id = hal.id
    const [toDov] = await receivedBy([dov, ada], async () => {
      succeeded(await ada.patch(`/users/${hal.id}`, { full_name: 'Hal 2' }))
      succeeded(await dov.delete(`/bots/${hal.id}`))
      succeeded(await dov.post(`/users/${hal.id}/reactivate`))
    })
    expect(ofBots(toDov!.plain)).toEqual([
      changed({ user_id, full_name: 'Hal 2' }),
      changed({ user_id, is_active: false }),
      changed({ user_id, is_active: true }),
    ])
  })
})

describe('DELETE /bots/:bot_id', () => {
  test('its owner or an administrator deactivates it, and nobody else does', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const hal = await newBotOf(dov)
    const other = await newBotOf(dov, { full_name: 'Other', short_name: 'other' })
    await changesNothing([ada, dov], async () => {
      for (const actor of [cleo, ezra, other]) expect(await actor.delete(`/bots/${hal.id}`)).toEqual(NO_PERMISSION)
      for (const id of [dov.id, 9999]) expect(await ada.delete(`/bots/${id}`)).toEqual(NO_SUCH_BOT)
    })
    expect(await dov.delete(`/bots/${hal.id}`)).toEqual(SUCCESS)
    expect(await hal.get('/users/me')).toEqual(refusal('Account is deactivated', 'USER_DEACTIVATED'))
    expect(await dov.delete(`/bots/${hal.id}`)).toEqual(refusal('User is deactivated'))
    expect(await ben.delete(`/bots/${other.id}`)).toEqual(SUCCESS)
  })

  test('its name is free while it is gone, and whoever took it keeps it', async () => {
    const { dov, cleo } = await freshRealm()
    const hal = await newBotOf(dov)
    succeeded(await dov.delete(`/bots/${hal.id}`))
    await newBotOf(cleo, { short_name: 'second' })
    expect(await dov.post(`/users/${hal.id}/reactivate`)).toEqual(refusal('Name is already in use!'))
  })
})

describe('the keys that state and events show', () => {
  const keySeenBy = async (person: Person, bot: Person) =>
    (await botsSeenBy(person)).find(({ user_id }) => user_id === bot.id)?.api_key

  test('work, and are the bot’s', async () => {
    const { realm, ada, ben, dov, fig } = await freshRealm()
    const hal = await newBotOf(dov)
    for (const person of [ada, ben, dov]) expect(await keySeenBy(person, hal)).toBe(hal.account.api_key)
    // No request ever asked for the key of this bot.
    const api_key = await keySeenBy(dov, fig)
    succeeded(await new Person(realm.url, { ...fig.account, api_key }).get('/users/me'))
    // A bot has no use for others' keys.
    succeeded(await ada.patch(`/users/${hal.id}`, { role: 200 }))
    expect(await keySeenBy(hal, fig)).toBe('')
  })

  test('follow the bot: it is made, given away, and gets another key', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    await replays([ada, ben, cleo, dov], async () => {
      const hal = await newBotOf(dov)
      succeeded(await ada.patch(`/bots/${hal.id}`, { bot_owner_id: cleo.id }))
      succeeded(await cleo.post(`/bots/${hal.id}/api_key/regenerate`))
    })
  })

  test('of a bot that is an owner are shown to owners and to whom it belongs', async () => {
    const { ada, ben, dov } = await freshRealm()
    const hal = await newBotOf(dov)
    await replays([ada, ben, dov], async () => succeeded(await ada.patch(`/users/${hal.id}`, { role: 100 })))
    expect(await keySeenBy(ben, hal)).toBe('')
    for (const person of [ada, dov]) expect(await keySeenBy(person, hal)).toBe(hal.account.api_key)
    await replays([ben], async () => succeeded(await ada.patch(`/users/${ben.id}`, { role: 100 })))
    expect(await keySeenBy(ben, hal)).toBe(hal.account.api_key)
    await replays([ben], async () => succeeded(await ada.patch(`/users/${ben.id}`, { role: 200 })))
    await replays([ada, ben, dov], async () => succeeded(await ada.patch(`/bots/${hal.id}`, { bot_owner_id: ben.id })))
    expect(await keySeenBy(ben, hal)).toBe(hal.account.api_key)
    await replays([ada, ben], async () => succeeded(await ada.patch(`/users/${hal.id}`, { role: 400 })))
  })

  test('make no row where the key was shown before', async () => {
    const { realm, dov } = await freshRealm()
    await newBotOf(dov)
    await botsSeenBy(dov)
    const keys = () => rowsIn(realm, 'SELECT user_id, key_hash FROM api_keys ORDER BY key_hash')
    const before = await keys()
    await botsSeenBy(dov)
    expect(await keys()).toEqual(before)
  })
})

test('an address may be sent as JSON text, too', async () => {
  const { dov } = await freshRealm()
  const hook = await newBotOf(dov, { ...HOOK, payload_url: JSON.stringify(HOOK.payload_url) })
  const addressOf = async () => (await botsSeenBy(dov)).find(({ user_id }) => user_id === hook.id).services[0].base_url
  expect(await addressOf()).toBe(HOOK.payload_url)
  const other = 'https://example.com/other'
  const service_payload_url = JSON.stringify(other)
  expect(succeeded(await dov.patch(`/bots/${hook.id}`, { service_payload_url })).service_payload_url).toBe(other)
  expect(await addressOf()).toBe(other)
  for (const bad of ['"https://example.com', '"not an address"', '5', '["https://example.com"]'])
    expect(await dov.patch(`/bots/${hook.id}`, { service_payload_url: bad }), bad).toEqual(
      refusal('payload_url is not a URL'),
    )
})

describe('keys', () => {
  test('GET /bots/:bot_id/api_key tells whoever sees to a bot the key that it has', async () => {
    const { ben, cleo, dov, ezra, fig } = await freshRealm()
    const hal = await newBotOf(dov)
    const path = `/bots/${hal.id}/api_key`
    const { api_key } = hal.account
    for (const actor of [dov, ben]) expect(await actor.get(path)).toEqual({ ...SUCCESS, api_key })
    for (const actor of [cleo, ezra]) expect(await actor.get(path)).toEqual(NO_PERMISSION)
    for (const actor of [hal, fig]) expect(await actor.get(path)).toEqual(NO_BOTS)
    for (const id of [dov.id, 9999]) expect(await ben.get(`/bots/${id}/api_key`)).toEqual(NO_SUCH_BOT)
  })

  test('of a bot that is an owner, administrators get no key, nor the bot itself', async () => {
    const { ada, ben, dov } = await freshRealm()
    const hal = await newBotOf(dov)
    succeeded(await ada.patch(`/users/${hal.id}`, { role: 100 }))
    const notOwner = refusal('Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL')
    await changesNothing([ada, ben, dov], async () => {
      expect(await ben.get(`/bots/${hal.id}/api_key`)).toEqual(notOwner)
      expect(await ben.post(`/bots/${hal.id}/api_key/regenerate`)).toEqual(notOwner)
      expect(await ben.patch(`/bots/${hal.id}`, { bot_owner_id: ben.id })).toEqual(notOwner)
      expect(await ben.delete(`/bots/${hal.id}`)).toEqual(notOwner)
    })
    for (const actor of [ada, dov]) succeeded(await actor.get(`/bots/${hal.id}/api_key`))
  })

  test('POST /bots/:bot_id/api_key/regenerate: the old key lets nobody in any more, the new one does', async () => {
    const { ada, ben, cleo, dov } = await freshRealm()
    const hal = await newBotOf(dov, HOOK)
    const path = `/bots/${hal.id}/api_key/regenerate`
    expect(await cleo.post(path)).toEqual(NO_PERMISSION)
    let api_key = ''
    await receivedBy([dov, ada], async () => {
      ;({ api_key } = succeeded(await dov.post(path)))
    })
    expect(await hal.get('/users/me')).toEqual(BAD_KEY)
    hal.account.api_key = api_key
    succeeded(await hal.get('/users/me'))
    expect(succeeded(await ben.get(`/bots/${hal.id}/api_key`)).api_key).toBe(api_key)
    expect(succeeded(await ben.post(path)).api_key).not.toBe(api_key)
  })

  test('POST /users/me/api_key/regenerate: all old keys let nobody in any more', async () => {
    const { realm, dov, fig } = await freshRealm()
    const { email, password } = dov.account
    const second = succeeded(await realm.post('/fetch_api_key', { username: email, password })).api_key
    for (const somebody of [dov, fig]) {
      const { api_key } = succeeded(await somebody.post('/users/me/api_key/regenerate'))
      expect(await somebody.get('/users/me')).toEqual(BAD_KEY)
      somebody.account.api_key = api_key
      succeeded(await somebody.get('/users/me'))
    }
    const elsewhere = new Person(realm.url, { ...dov.account, api_key: second })
    expect(await elsewhere.get('/users/me')).toEqual(BAD_KEY)
    const { bots } = succeeded(await dov.get('/bots'))
    expect(bots[0].api_key).toBe(fig.account.api_key)
  })
})

describe('/bot_storage', () => {
  test('says so where all of it is too much for one answer, and answers and forgets it key by key', async () => {
    const { realm, fig: bot } = await freshRealm()
    const row = 'INSERT INTO bot_storage (user_id, entry_key, value) VALUES (?, ?, ?)'
    for (const key of ['a', 'b', 'c']) await writesTo(realm, row, bot.id, key, key.repeat(1_900_000))
    const tooMuch = refusal('The values are too large for one answer. Ask for fewer keys.')
    expect(await bot.get('/bot_storage')).toEqual(tooMuch)
    expect(await bot.get('/bot_storage', { keys: ['a', 'b', 'c'] })).toEqual(tooMuch)
    const { storage } = succeeded(await bot.get('/bot_storage', { keys: ['a', 'c'] }))
    expect(Object.keys(storage)).toEqual(['a', 'c'])
    expect(await bot.delete('/bot_storage', { keys: ['a', 'b'] })).toEqual(SUCCESS)
    expect(Object.keys(succeeded(await bot.get('/bot_storage')).storage)).toEqual(['c'])
  })

  test('a bot keeps text by key, and nobody else reads it', async () => {
    const { dov, fig } = await freshRealm()
    const hal = await newBotOf(dov)
    expect(await hal.request('/bot_storage', put({ storage: { a: '1', b: '2' } })).then(json)).toEqual(SUCCESS)
    expect(await hal.request('/bot_storage', put({ storage: { b: '3', '': 'x' } })).then(json)).toEqual(SUCCESS)
    expect(await hal.get('/bot_storage')).toEqual({ ...SUCCESS, storage: { '': 'x', a: '1', b: '3' } })
    expect(await hal.get('/bot_storage', { keys: ['b'] })).toEqual({ ...SUCCESS, storage: { b: '3' } })
    expect(await fig.get('/bot_storage')).toEqual({ ...SUCCESS, storage: {} })
    const missing = refusal('Key does not exist.')
    expect(await hal.get('/bot_storage', { keys: ['b', 'c'] })).toEqual(missing)
    expect(await hal.delete('/bot_storage', { keys: ['b', 'c'] })).toEqual(missing)
    expect(await fig.get('/bot_storage', { keys: ['b'] })).toEqual(missing)
    expect(await hal.delete('/bot_storage', { keys: ['b'] })).toEqual(SUCCESS)
    expect(await hal.get('/bot_storage')).toEqual({ ...SUCCESS, storage: { '': 'x', a: '1' } })
    expect(await hal.delete('/bot_storage')).toEqual(SUCCESS)
    expect(await hal.get('/bot_storage')).toEqual({ ...SUCCESS, storage: {} })
    expect(await hal.request('/bot_storage', put({ storage: { a: 1 } })).then(json)).toMatchObject({ result: 'error' })
  })
})

const put = ({ storage }: { storage: object }): RequestInit => ({
  method: 'PUT',
  body: new URLSearchParams({ storage: JSON.stringify(storage) }),
})
const json = (response: Response): Promise<Json> => response.json()

describe('what a bot is set up to say', () => {
  test('goes to its channel where it does not say where', async () => {
    const { dov, fig, general } = await freshRealm()
    const hal = await newBotOf(dov, { default_sending_stream: general.name })
    const said = { type: 'channel', topic: 'builds', content: 'Green' }
    const { id } = succeeded(await hal.post('/messages', said))
    const { message } = succeeded(await dov.get(`/messages/${id}`))
    expect(message).toMatchObject({ stream_id: general.stream_id, sender_id: hal.id })
    const missing = refusal("Missing 'to' argument", 'REQUEST_VARIABLE_MISSING', { var_name: 'to' })
    expect(await fig.post('/messages', said)).toEqual(missing)
    expect(await hal.post('/messages', { ...said, type: 'direct' })).toEqual(missing)
  })
})

describe('what a bot is set up to hear', () => {
  test('a queue hears that where its client does not say what it wants', async () => {
    const { ada, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const hal = await newBotOf(dov, { default_all_public_streams: true, default_events_register_stream: garden.name })
    const queue = await hal.registers({ event_types: ['message'] })
    const asked = await hal.registers({ event_types: ['message'], narrow: [], all_public_streams: false })
    await ada.sends(garden, 'roses', 'Red')
    await ada.sends(general, 'violets', 'Blue')
    expect((await queue.events()).map(({ message }) => message.content)).toEqual(['Red'])
    expect(await asked.events()).toEqual([])
  })
})
