import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, NO_BOTS, NO_PERMISSION, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import { ADMINISTRATORS_GROUP, NOBODY_GROUP } from '../support/system-groups'
import { managedBotsOf, HAL, newBotOf, OUTGOING_WEBHOOK } from '../support/bots'
import { Person, succeeded, type FieldValue, type Json } from '../support/person'
import { freshRealm, newChannel } from '../support/realm'
import { replays } from '../support/replays'
import { selectRows } from '../support/tables'

const GENERIC = 1
const INCOMING = 2
const OUTGOING = 3
const EMBEDDED = 4

const NO_SUCH_BOT = refusal('No such bot')
const NOT_FOR_GUESTS = refusal('Not allowed for guest users')

const changed = (bot: object) => ({ type: 'realm_bot', op: 'update', bot })
const ofBots = (events: Json[]) => events.filter(({ type }) => type === 'realm_bot')

describe('POST /bots', () => {
  test('a member creates a bot; all users receive the account, and its managers the settings', async () => {
    const { realm, ada, cleo, dov, general } = await freshRealm()
    const host = new URL(realm.url).hostname
    let created: Json = {}
    const [toAda, toDov, toCleo] = await receivedBy([ada, dov, cleo], async () => {
      created = await dov.post('/bots', { ...HAL, default_sending_stream: general.name })
    })
    expect(created).toEqual({
      ...SUCCESS,
      user_id: expect.any(Number),
      api_key: expect.stringMatching(/^[A-Za-z0-9]{32}$/),
      avatar_url: expect.stringContaining('gravatar'),
      default_sending_stream: 'general',
      default_events_register_stream: null,
      default_all_public_streams: false,
    })
    const bot = {
      user_id: created.user_id,
      default_sending_stream: 'general',
      default_events_register_stream: null,
      default_all_public_streams: false,
      services: [],
    }
    for (const received of [toAda, toDov])
      expect(ofBots(received!.plain)).toEqual([{ type: 'realm_bot', op: 'add', bot }])
    expect(toCleo!.plain.map(({ type, op }) => `${type}/${op}`)).toEqual([
      'realm_user/add',
      'user_group/add_members',
      'user_group/add_members',
    ])
    expect(await managedBotsOf(dov)).toContainEqual(bot)
    expect(await managedBotsOf(cleo)).toEqual([])
    const hal = new Person(realm.url, { ...dov.account, email: `hal-bot@${host}`, api_key: created.api_key })
    const account = { is_bot: true, bot_type: GENERIC, bot_owner_id: dov.id, role: 400 }
    expect(succeeded(await hal.get('/users/me'))).toMatchObject(account)
  })

  const PERMISSIONS: [name: string, type: number, any: number, writeOnly: number, allowed: string[]][] = [
    ['a generic bot', GENERIC, ADMINISTRATORS_GROUP, ADMINISTRATORS_GROUP, ['ada', 'ben']],
    ['a generic bot', GENERIC, ADMINISTRATORS_GROUP, 6, ['ada', 'ben']],
    ['an incoming webhook', INCOMING, ADMINISTRATORS_GROUP, 6, ['ada', 'ben', 'cleo', 'dov']],
    ['an incoming webhook', INCOMING, NOBODY_GROUP, NOBODY_GROUP, []],
    ['an incoming webhook', INCOMING, 6, NOBODY_GROUP, ['ada', 'ben', 'cleo', 'dov']],
    ['an outgoing webhook', OUTGOING, ADMINISTRATORS_GROUP, 6, ['ada', 'ben']],
  ]
  test.for(PERMISSIONS)(
    'the settings decide who may create %s, of type %i: any bots %i, write-only bots %i',
    async ([, bot_type, any, writeOnly, allowed]) => {
      const cast = await freshRealm()
      const { ada, ben, cleo, dov, ezra, fig } = cast
      succeeded(
        await ada.patch('/realm', {
          can_create_bots_group: { new: any },
          can_create_write_only_bots_group: { new: writeOnly },
        }),
      )
      const payload_url = bot_type === OUTGOING ? OUTGOING_WEBHOOK.payload_url : undefined
      for (const [name, person] of Object.entries({ ada, ben, cleo, dov })) {
        const fields = { full_name: `Bot of ${name}`, short_name: name, bot_type, payload_url }
        const answer = await person.post('/bots', fields)
        expect(answer.result === 'success' ? SUCCESS : answer, name).toEqual(
          allowed.includes(name) ? SUCCESS : NO_PERMISSION,
        )
      }
      expect(await ezra.post('/bots', HAL)).toEqual(NOT_FOR_GUESTS)
      expect(await fig.post('/bots', HAL)).toEqual(NO_BOTS)
    },
  )

  test('an invalid request is refused and changes nothing', async () => {
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
      [{ payload_url: 'https://example.com' }, 'Only outgoing webhook bots have a payload URL.'],
      [{ ...OUTGOING_WEBHOOK, interface_type: 3 }, 'Invalid interface_type'],
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

  test('an incoming webhook can send messages, and nothing else', async () => {
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
  test('has an address, and a token that only the users who manage it receive', async () => {
    const { realm, ada, cleo, dov } = await freshRealm()
    const hook = await newBotOf(dov, OUTGOING_WEBHOOK)
    const toOwner = (await managedBotsOf(dov)).find(({ user_id }) => user_id === hook.id)
    expect(toOwner.services).toEqual([
      { base_url: OUTGOING_WEBHOOK.payload_url, token: expect.stringMatching(/^[A-Za-z0-9]{32}$/), interface: 1 },
    ])
    const toAdministrator = (await managedBotsOf(ada)).find(({ user_id }) => user_id === hook.id)
    expect(toAdministrator).toEqual(toOwner)
    const { token } = toOwner.services[0]
    const shared = JSON.stringify([(await cleo.registers()).state, await cleo.get('/users'), await ada.get('/users')])
    expect(shared).not.toContain(token)
    const stored = JSON.stringify([
      await selectRows(realm, 'SELECT * FROM events'),
      await selectRows(realm, 'SELECT * FROM bots'),
    ])
    for (const secret of [token, hook.account.api_key]) expect(stored).not.toContain(secret)
  })
})

describe('GET /bots', () => {
  test('a user gets their own active bots, with their keys', async () => {
    const { realm, ada, dov, ezra, fig } = await freshRealm()
    const hal = await newBotOf(dov)
    const deactivated = await newBotOf(dov, { full_name: 'Gone', short_name: 'gone' })
    succeeded(await dov.delete(`/bots/${deactivated.id}`))
    const { bots } = succeeded(await dov.get('/bots'))
    expect(bots.map(({ username }: Json) => username)).toEqual([fig.email, hal.email])
    expect(bots[1]).toMatchObject({ full_name: 'Hal', api_key: hal.account.api_key, default_sending_stream: null })
    // The displayed key works, and the key from before works too.
    const withDisplayedKey = new Person(realm.url, { ...fig.account, api_key: bots[0].api_key })
    for (const bot of [withDisplayedKey, fig, hal]) succeeded(await bot.get('/users/me'))
    expect(succeeded(await ada.get('/bots')).bots).toEqual([])
    expect(await ezra.get('/bots')).toEqual(NOT_FOR_GUESTS)
    expect(await fig.get('/bots')).toEqual(NO_BOTS)
  })
})

describe('PATCH /bots/:bot_id', () => {
  test('the owner changes the name and the settings', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const hook = await newBotOf(dov, OUTGOING_WEBHOOK)
    const changes = {
      full_name: 'Hal 9000',
      service_payload_url: 'https://example.com/other',
      service_interface: 2,
      config_data: { mood: 'calm' },
      default_sending_stream: general.name,
      default_events_register_stream: general.name,
      default_all_public_streams: true,
    }
    const [toDov, toAda, toEzra] = await receivedBy([dov, ada, ezra], async () => {
      expect(await dov.patch(`/bots/${hook.id}`, changes)).toEqual({
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
    const events = [
      changed({
        user_id,
        services: [{ base_url: 'https://example.com/other', interface: 2, token: expect.any(String) }],
      }),
      changed({ user_id, default_sending_stream: 'general' }),
      changed({ user_id, default_events_register_stream: 'general' }),
      changed({ user_id, default_all_public_streams: true }),
    ]
    expect(ofBots(toDov!.plain)).toEqual(events)
    expect(ofBots(toAda!.plain)).toEqual(events)
    expect(toEzra!.plain).toEqual([{ type: 'realm_user', op: 'update', person: { user_id, full_name: 'Hal 9000' } }])
    await changesNothing([dov, ada, ezra], () => dov.patch(`/bots/${hook.id}`, { ...changes, config_data: undefined }))
    const [cleared] = await receivedBy([dov], () => dov.patch(`/bots/${hook.id}`, { default_sending_stream: '' }))
    expect(cleared!.plain).toEqual([changed({ user_id, default_sending_stream: null })])
  })

  test('a short name changes the address of the bot', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const hal = await newBotOf(dov, OUTGOING_WEBHOOK)
    const host = hal.email.split('@')[1]
    const received = await replays([ada, dov, ezra], async () =>
      succeeded(await dov.patch(`/bots/${hal.id}`, { short_name: 'deep-thought' })),
    )
    const email = `deep-thought-bot@${host}`
    expect(received[5]!.map(({ person }) => person)).toContainEqual({ user_id: hal.id, new_email: email })
    expect(succeeded(await ezra.get(`/users/${hal.id}`)).user.email).toBe(email)
    await changesNothing([ada], async () => {
      expect(await dov.patch(`/bots/${hal.id}`, { short_name: 'fig' })).toEqual(refusal('Username already in use'))
      expect(await dov.patch(`/bots/${hal.id}`, { short_name: ' ' })).toEqual(refusal('Bad name or username'))
      succeeded(await dov.patch(`/bots/${hal.id}`, { short_name: 'deep-thought' }))
    })
  })

  test('an administrator changes the owner; the old one loses the bot, and the new one gets it', async () => {
    const { ada, ben, cleo, dov, ezra } = await freshRealm()
    const hal = await newBotOf(dov)
    const user_id = hal.id
    const [toAda, toDov, toCleo, toEzra] = await receivedBy([ada, dov, cleo, ezra], async () => {
      expect(await ben.patch(`/bots/${hal.id}`, { bot_owner_id: cleo.id })).toMatchObject({ bot_owner: cleo.email })
    })
    expect(ofBots(toAda!.plain)).toEqual([])
    expect(ofBots(toDov!.plain)).toEqual([{ type: 'realm_bot', op: 'delete', bot: { user_id } }])
    expect(ofBots(toCleo!.plain)).toMatchObject([{ op: 'add', bot: { user_id } }])
    const person = { type: 'realm_user', op: 'update', person: { user_id, bot_owner_id: cleo.id } }
    expect(toEzra!.plain).toEqual([person])
    expect(await dov.patch(`/bots/${hal.id}`, { full_name: 'Mine' })).toEqual(NO_PERMISSION)
    for (const owner of [ada, dov, ben]) {
      await receivedBy([ada, ben, dov, cleo], async () => {
        succeeded(await ben.patch(`/bots/${hal.id}`, { bot_owner_id: owner.id }))
      })
    }
  })

  test('an invalid request is refused and changes nothing', async () => {
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
        [{ service_payload_url: 'https://example.com' }, 'Only outgoing webhook bots have a payload URL.'],
        [{ default_sending_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
        [{ role: 1 }, 'Invalid role'],
      ]
      for (const [fields, msg] of wrong)
        expect(await ada.patch(`/bots/${hal.id}`, fields), JSON.stringify(fields)).toEqual(refusal(msg))
    })
  })
})

describe('managing bots', () => {
  test('a new administrator sees all bots, and a former one only their own', async () => {
    const { ada, cleo, dov } = await freshRealm()
    const hal = await newBotOf(dov)
    const own = await newBotOf(cleo, { full_name: 'Own', short_name: 'own' })
    for (const role of [200, 300, 100, 600]) {
      await receivedBy([cleo, dov], async () => {
        succeeded(await ada.patch(`/users/${cleo.id}`, { role }))
      })
      const visible = (await managedBotsOf(cleo)).map(({ user_id }) => user_id)
      expect(visible.includes(hal.id)).toBe(role <= 200)
      expect(visible).toContain(own.id)
    }
  })

  test('what a bot has as an account is in the events of its account only', async () => {
    const { ada, dov } = await freshRealm()
    const hal = await newBotOf(dov)
    const user_id = hal.id
    const [toDov] = await receivedBy([dov, ada], async () => {
      succeeded(await ada.patch(`/users/${hal.id}`, { full_name: 'Hal 2' }))
      succeeded(await dov.delete(`/bots/${hal.id}`))
      succeeded(await dov.post(`/users/${hal.id}/reactivate`))
    })
    expect(ofBots(toDov!.plain)).toEqual([])
    const ofAccount = toDov!.plain.filter(({ type }) => type === 'realm_user').map(({ person }) => person)
    expect(ofAccount).toEqual([
      { user_id, full_name: 'Hal 2' },
      { user_id, is_active: false },
      { user_id, is_active: true },
    ])
  })
})

describe('DELETE /bots/:bot_id', () => {
  test('only the owner or an administrator deactivates a bot', async () => {
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

  test('the name of a deactivated bot is free, and a bot that took it keeps it', async () => {
    const { dov, cleo } = await freshRealm()
    const hal = await newBotOf(dov)
    succeeded(await dov.delete(`/bots/${hal.id}`))
    await newBotOf(cleo, { short_name: 'second' })
    expect(await dov.post(`/users/${hal.id}/reactivate`)).toEqual(refusal('Name is already in use!'))
  })
})

test('a payload URL may be sent as JSON text too', async () => {
  const { dov } = await freshRealm()
  const hook = await newBotOf(dov, { ...OUTGOING_WEBHOOK, payload_url: JSON.stringify(OUTGOING_WEBHOOK.payload_url) })
  const addressOf = async () =>
    (await managedBotsOf(dov)).find(({ user_id }) => user_id === hook.id).services[0].base_url
  expect(await addressOf()).toBe(OUTGOING_WEBHOOK.payload_url)
  const other = 'https://example.com/other'
  const service_payload_url = JSON.stringify(other)
  expect(succeeded(await dov.patch(`/bots/${hook.id}`, { service_payload_url })).service_payload_url).toBe(other)
  expect(await addressOf()).toBe(other)
  for (const bad of ['"https://example.com', '"not an address"', '5', '["https://example.com"]'])
    expect(await dov.patch(`/bots/${hook.id}`, { service_payload_url: bad }), bad).toEqual(
      refusal('payload_url is not a URL'),
    )
})

describe('default_sending_stream', () => {
  test('receives a message for which the bot names no channel', async () => {
    const { dov, fig, general } = await freshRealm()
    const hal = await newBotOf(dov, { default_sending_stream: general.name })
    const fields = { type: 'channel', topic: 'builds', content: 'Green' }
    const { id } = succeeded(await hal.post('/messages', fields))
    const { message } = succeeded(await dov.get(`/messages/${id}`))
    expect(message).toMatchObject({ stream_id: general.stream_id, sender_id: hal.id })
    const missing = refusal("Missing 'to' argument", 'REQUEST_VARIABLE_MISSING', { var_name: 'to' })
    expect(await fig.post('/messages', fields)).toEqual(missing)
    expect(await hal.post('/messages', { ...fields, type: 'direct' })).toEqual(missing)
  })
})

describe('default_events_register_stream', () => {
  test('selects the messages of a queue that has no narrow', async () => {
    const { ada, dov, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const hal = await newBotOf(dov, { default_all_public_streams: true, default_events_register_stream: garden.name })
    const queue = await hal.registers({ event_types: ['message'] })
    const withNarrow = await hal.registers({ event_types: ['message'], narrow: [], all_public_streams: false })
    await ada.sends(garden, 'roses', 'Red')
    await ada.sends(general, 'violets', 'Blue')
    expect((await queue.events()).map(({ message }) => message.content)).toEqual(['Red'])
    expect(await withNarrow.events()).toEqual([])
  })
})
