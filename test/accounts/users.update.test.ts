import { describe, expect, test } from 'vitest'
import { ADMINISTRATORS_ONLY, NO_PERMISSION, OWNERS_ONLY, refusal, SUCCESS } from '../support/answers'
import { changesNothing, receivedBy } from '../support/received-events'
import {
  ADMINISTRATORS_GROUP,
  EVERYONE_GROUP,
  FULL_MEMBERS_GROUP,
  MEMBERS_GROUP,
  MODERATORS_GROUP,
  OWNERS_GROUP,
} from '../support/system-groups'
import { succeeded, type FieldValue, type Json, type Person } from '../support/person'
import { freshRealm, newBot, newChannel } from '../support/realm'
import { writesTo } from '../support/tables'

const person = (changed: object) => ({ type: 'realm_user', op: 'update', person: changed })
const members = (op: 'add' | 'remove', group_id: number, who: Person) => ({
  type: 'user_group',
  op: `${op}_members`,
  group_id,
  user_ids: [who.id],
})

const roleOf = async (asker: Person, who: Person): Promise<number> =>
  succeeded(await asker.get(`/users/${who.id}`)).user.role

describe('PATCH /users/:user_id', () => {
  test('an administrator gives somebody another name, and everyone hears of it', async () => {
    const { ben, dov, ezra } = await freshRealm()
    const [toDov, toEzra] = await receivedBy([dov, ezra], async () => {
      expect(await ben.patch(`/users/${dov.id}`, { full_name: '  Dov the Second ' })).toEqual(SUCCESS)
    })
    const told = [person({ user_id: dov.id, full_name: 'Dov the Second' })]
    expect([toDov!.plain, toDov!.able, toEzra!.plain, toEzra!.able]).toEqual([told, told, told, told])
    expect(succeeded(await ezra.get(`/users/${dov.id}`)).user.full_name).toBe('Dov the Second')
  })

  const CLIMBS: [from: number, to: number, left: number[], joined: number[]][] = [
    [400, 300, [MEMBERS_GROUP, FULL_MEMBERS_GROUP], [MODERATORS_GROUP]],
    [400, 200, [MEMBERS_GROUP, FULL_MEMBERS_GROUP], [ADMINISTRATORS_GROUP]],
    [400, 100, [MEMBERS_GROUP, FULL_MEMBERS_GROUP], [OWNERS_GROUP]],
    [400, 600, [MEMBERS_GROUP, FULL_MEMBERS_GROUP], [EVERYONE_GROUP]],
    [600, 400, [EVERYONE_GROUP], [MEMBERS_GROUP, FULL_MEMBERS_GROUP]],
    [200, 600, [ADMINISTRATORS_GROUP], [EVERYONE_GROUP]],
    [100, 400, [OWNERS_GROUP], [MEMBERS_GROUP, FULL_MEMBERS_GROUP]],
  ]
  test.for(CLIMBS)('from role %i to %i, the groups of the role follow it', async ([from, role, left, joined]) => {
    const { realm, ada, ezra } = await freshRealm()
    const gwen = await realm.newPerson('gwen', { role: from })
    const [, toEzra] = await receivedBy([gwen, ezra], async () => {
      expect(await ada.patch(`/users/${gwen.id}`, { role })).toEqual(SUCCESS)
    })
    expect(toEzra!.plain).toEqual([
      person({ user_id: gwen.id, role }),
      ...left.map((group) => members('remove', group, gwen)),
      ...joined.map((group) => members('add', group, gwen)),
    ])
    expect(await roleOf(ezra, gwen)).toBe(role)
  })

  test('who is made a guest hears no more of channels that they are not in', async () => {
    const { ada, dov, ezra, general } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada])
    const [toDov] = await receivedBy([dov, ezra, ada], async () => {
      succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 }))
    })
    expect(toDov!.plain).toContainEqual({
      type: 'stream',
      op: 'delete',
      streams: [{ stream_id: garden.stream_id }],
      stream_ids: [garden.stream_id],
    })
    expect(toDov!.plain.filter(({ type }) => type === 'default_streams')).toHaveLength(1)
    const { streams } = succeeded(await dov.get('/streams'))
    expect(streams.map((each: Json) => each.stream_id)).toEqual([general.stream_id])
    expect(await dov.get(`/streams/${garden.stream_id}`)).toMatchObject({ msg: 'Invalid channel ID' })
  })

  test('who is a guest no longer is told of the channels that anyone may know of, and of who is in them', async () => {
    const { ada, ben, ezra } = await freshRealm()
    const garden = await newChannel(ada, 'garden', [ada, ben])
    const [toEzra] = await receivedBy([ezra], async () => {
      succeeded(await ada.patch(`/users/${ezra.id}`, { role: 400 }))
    })
    const created = toEzra!.plain.filter(({ type, op }) => type === 'stream' && op === 'create')
    expect(created.map(({ streams }) => streams[0].stream_id)).toEqual([garden.stream_id])
    expect(toEzra!.plain).toContainEqual({
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [garden.stream_id],
      user_ids: [ada.id, ben.id],
    })
  })

  test('in a web-public channel, a guest learns who is there on becoming a member, and forgets it on becoming one', async () => {
    const { realm, ada, cleo, ezra } = await freshRealm()
    await writesTo(realm, "INSERT INTO realm_settings (name, value) VALUES ('enable_spectator_access', 'true')")
    await newChannel(ada, 'square', [ada, cleo], { is_web_public: true })
    for (const role of [400, 600, 300]) {
      await receivedBy([ezra, ada], async () => {
        succeeded(await ada.patch(`/users/${ezra.id}`, { role }))
      })
    }
  })

  test('an administrator sees private channels, and addresses shown to administrators, for as long as they are one', async () => {
    const { ada, dov, cleo, vault } = await freshRealm()
    succeeded(await cleo.patch('/settings', { email_address_visibility: 3 }))
    const [up] = await receivedBy([dov, cleo], async () => {
      succeeded(await ada.patch(`/users/${dov.id}`, { role: 200 }))
    })
    expect(up!.plain).toContainEqual(person({ user_id: cleo.id, delivery_email: cleo.email }))
    expect(up!.plain.flatMap(({ op, streams }) => (op === 'create' ? streams : []))).toMatchObject([
      { stream_id: vault.stream_id },
    ])
    const [down] = await receivedBy([dov, cleo], async () => {
      succeeded(await ada.patch(`/users/${dov.id}`, { role: 300 }))
    })
    expect(down!.plain).toContainEqual(person({ user_id: cleo.id, delivery_email: null }))
    expect(down!.plain.flatMap(({ op, stream_ids }) => (op === 'delete' ? stream_ids : []))).toEqual([vault.stream_id])
  })

  test('whoever reads late is told what their role let them hear then, and no more', async () => {
    const { ada, ben, dov, vault } = await freshRealm()
    const [late, prompt] = [await dov.registers(), await dov.registers()]
    await ada.patch(`/streams/${vault.stream_id}`, { description: 'Before' })
    const told = await prompt.events()
    succeeded(await ada.patch(`/users/${dov.id}`, { role: 200 }))
    await ada.patch(`/streams/${vault.stream_id}`, { description: 'While' })
    told.push(...(await prompt.events()))
    succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 }))
    await ada.patch(`/streams/${vault.stream_id}`, { description: 'After' })
    await newChannel(ben, 'garden', [ben])
    told.push(...(await prompt.events()))
    const heard = await late.events()
    expect(heard).toEqual(told)
    const about = heard.filter(({ type, op }) => type === 'stream' && op === 'update')
    expect(about.map(({ value }) => value)).toEqual(['While'])
  })

  test('all that is asked at once is told in one order: the role, the name, the address', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const [toEzra] = await receivedBy([ezra, dov], async () => {
      const wished = { new_email: 'dov@example.com', full_name: 'David', role: 300 }
      expect(await ada.patch(`/users/${dov.id}`, wished)).toEqual(SUCCESS)
      dov.account.email = wished.new_email
    })
    const changes = toEzra!.plain.filter(({ type }) => type === 'realm_user').map((event) => event.person)
    expect(changes).toEqual([
      { user_id: dov.id, role: 300 },
      { user_id: dov.id, full_name: 'David' },
      { user_id: dov.id, delivery_email: 'dov@example.com' },
      { user_id: dov.id, new_email: 'dov@example.com' },
      expect.objectContaining({ user_id: dov.id, avatar_source: 'G' }),
    ])
  })

  test('one refusal refuses all of it', async () => {
    const { ada, dov, ezra } = await freshRealm()
    await changesNothing([ada, dov, ezra], async () => {
      const wished = { role: 300, full_name: 'David', new_email: ezra.email }
      expect(await ada.patch(`/users/${dov.id}`, wished)).toEqual(refusal(`Email '${ezra.email}' already in use`))
    })
  })

  test('who is made an owner by an owner may all that owners may, and who is one no longer may not', async () => {
    const { ada, ben, dov } = await freshRealm()
    expect(await ben.patch(`/users/${dov.id}`, { role: 100 })).toEqual(OWNERS_ONLY)
    expect(await ada.patch(`/users/${ben.id}`, { role: 100 })).toEqual(SUCCESS)
    expect(await ben.patch(`/users/${dov.id}`, { role: 100 })).toEqual(SUCCESS)
    expect(await dov.patch(`/users/${ben.id}`, { role: 200 })).toEqual(SUCCESS)
    expect(await ben.patch(`/users/${dov.id}`, { role: 200 })).toEqual(OWNERS_ONLY)
    expect(await ben.patch(`/users/${ben.id}`, { role: 100 })).toEqual(OWNERS_ONLY)
  })

  test('the last owner stays one, and bots and the deactivated do not count', async () => {
    const { ada, ben, fig } = await freshRealm()
    succeeded(await ada.patch(`/users/${fig.id}`, { role: 100 }))
    await changesNothing([ada, ben], async () => {
      expect(await ada.patch(`/users/${ada.id}`, { role: 200 })).toEqual(
        refusal('The owner permission cannot be removed from the only organization owner.'),
      )
    })
    expect(await ada.patch(`/users/${ada.id}`, { role: 100 })).toEqual(SUCCESS)
    succeeded(await ada.patch(`/users/${ben.id}`, { role: 100 }))
    expect(await ada.patch(`/users/${ada.id}`, { role: 200 })).toEqual(SUCCESS)
  })

  test('nobody below administrators changes anybody, but people name their own bots', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const ours = await newBot(cleo, 'hal')
    await changesNothing([ada, dov, ezra], async () => {
      for (const actor of [cleo, dov, ezra, fig])
        for (const wished of [{ full_name: 'X Y' }, { role: 600 }, { new_email: 'x@example.com' }, {}])
          expect(await actor.patch(`/users/${ben.id}`, wished), actor.account.full_name).toEqual(NO_PERMISSION)
      expect(await dov.patch(`/users/${dov.id}`, { full_name: 'X Y' })).toEqual(NO_PERMISSION)
      expect(await dov.patch(`/users/${ours.id}`, { full_name: 'X Y' })).toEqual(NO_PERMISSION)
      // Who has a bot does not give it what they have not.
      expect(await dov.patch(`/users/${fig.id}`, { role: 200 })).toEqual(ADMINISTRATORS_ONLY)
      expect(await dov.patch(`/users/${fig.id}`, { role: 100 })).toEqual(OWNERS_ONLY)
    })
    expect(await dov.patch(`/users/${fig.id}`, { full_name: 'Fig Tree' })).toEqual(SUCCESS)
    expect(await ben.patch(`/users/${fig.id}`, { role: 300 })).toEqual(SUCCESS)
    expect(await roleOf(ada, fig)).toBe(300)
  })

  test('addresses are changed by administrators who were given that right, to what no other account has', async () => {
    const { realm, ada, ben, cleo, dov, ezra } = await freshRealm()
    const able = await realm.newPerson('able', { role: 300, can_change_user_emails: true })
    const next = { new_email: 'David@Example.com' }
    expect(await ben.patch(`/users/${dov.id}`, next)).toEqual(refusal('User not authorized to change user emails'))
    expect(await able.patch(`/users/${dov.id}`, next)).toEqual(NO_PERMISSION)
    await receivedBy([dov, cleo, ezra], async () => {
      expect(await ada.patch(`/users/${dov.id}`, next)).toEqual(SUCCESS)
      dov.account.email = next.new_email
    })
    // It is how they log in from here on, in any case of letters; and the old address is nobody's.
    const login = { username: 'david@example.com', password: dov.account.password }
    expect(await realm.post('/fetch_api_key', login)).toMatchObject({ result: 'success', user_id: dov.id })
    const other = await realm.newPerson('dov')
    expect(other.id).not.toBe(dov.id)
    dov.account.email = other.email
    expect(await dov.get('/users/me')).toMatchObject({ code: 'INVALID_API_KEY' })
  })

  test('an owner’s address is changed by owners, as whoever reads their mail could be them', async () => {
    const { realm, ada, dov } = await freshRealm()
    const able = await realm.newPerson('able', { role: 200, can_change_user_emails: true })
    await changesNothing([ada, dov], async () => {
      expect(await able.patch(`/users/${ada.id}`, { new_email: 'mine@example.com' })).toEqual(OWNERS_ONLY)
    })
    expect(await able.patch(`/users/${dov.id}`, { new_email: 'dov@example.com' })).toEqual(SUCCESS)
  })

  test('an address that is hidden stays so when it changes', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    succeeded(await dov.patch('/settings', { email_address_visibility: 3 }))
    const [toBen, toEzra] = await receivedBy([ben, ezra], async () => {
      succeeded(await ada.patch(`/users/${dov.id}`, { new_email: 'new@example.com' }))
    })
    expect(toBen!.plain).toEqual([person({ user_id: dov.id, delivery_email: 'new@example.com' })])
    expect(toEzra!.plain).toEqual([])
  })

  test('what is wrong is refused, and nothing changes', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const wrong: [Record<string, FieldValue>, string][] = [
      [{ full_name: '' }, 'Bad name or username'],
      [{ full_name: ' x ' }, 'Name too short!'],
      [{ full_name: 'x'.repeat(101) }, 'Name too long!'],
      [{ full_name: 'a*b' }, 'Invalid characters in name!'],
      [{ full_name: 'Dov|12' }, 'Invalid format!'],
      [{ role: 500 }, 'Invalid role'],
      [{ role: 0 }, 'Invalid role'],
      [{ role: -1 }, 'Invalid role'],
      [{ role: 'owner' }, 'role is not valid JSON'],
      [{ new_email: '' }, "Invalid email ''"],
      [{ new_email: 'nobody' }, "Invalid email 'nobody'"],
      [{ new_email: ezra.email.toUpperCase() }, `Email '${ezra.email.toUpperCase()}' already in use`],
    ]
    await changesNothing([ada, dov, ezra], async () => {
      for (const [fields, msg] of wrong)
        expect(await ada.patch(`/users/${dov.id}`, fields), JSON.stringify(fields)).toMatchObject({
          result: 'error',
          msg,
        })
      for (const who of [0, 9999, -1])
        expect(await ada.patch(`/users/${who}`, { full_name: 'David' })).toEqual(refusal('No such user'))
    })
  })

  test('what is so already is told to nobody', async () => {
    const { ada, dov, ezra } = await freshRealm()
    await changesNothing([ada, dov, ezra], async () => {
      const { email, full_name } = dov.account
      expect(await ada.patch(`/users/${dov.id}`, { role: 400, full_name, new_email: email })).toEqual(SUCCESS)
      expect(await ada.patch(`/users/${dov.id}`)).toEqual(SUCCESS)
    })
  })

  test('the bots that speak for the server are as they are', async () => {
    const { ada } = await freshRealm()
    const { state } = await ada.registers()
    for (const bot of state.cross_realm_bots)
      expect(await ada.patch(`/users/${bot.user_id}`, { full_name: 'Mine' })).toEqual(refusal('No such user'))
  })
})

describe('PATCH /users/:email', () => {
  test('finds the account by its real address, where the actor may see it, or by the one that every account has', async () => {
    const { realm, ada, ben, dov } = await freshRealm()
    const host = new URL(realm.url).hostname
    expect(await ada.patch(`/users/${dov.email}`, { full_name: 'David' })).toEqual(SUCCESS)
    expect(await ada.patch(`/users/user${dov.id}@${host}`, { full_name: 'Dave' })).toEqual(SUCCESS)
    succeeded(await dov.patch('/settings', { email_address_visibility: 4 }))
    expect(await ben.patch(`/users/${dov.email}`, { full_name: 'D D' })).toEqual(refusal('No such user'))
    expect(await ben.patch(`/users/nobody@example.com`, { full_name: 'D D' })).toEqual(refusal('No such user'))
    expect(await ben.patch(`/users/user${dov.id}@${host}`, { full_name: 'D D' })).toEqual(SUCCESS)
  })
})
