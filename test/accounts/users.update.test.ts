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
import { executeSql } from '../support/tables'

const userUpdated = (person: object) => ({ type: 'realm_user', op: 'update', person })
const members = (op: 'add' | 'remove', group_id: number, user: Person) => ({
  type: 'user_group',
  op: `${op}_members`,
  group_id,
  user_ids: [user.id],
})

const roleOf = async (viewer: Person, user: Person): Promise<number> =>
  succeeded(await viewer.get(`/users/${user.id}`)).user.role

describe('PATCH /users/:user_id', () => {
  test('an administrator changes the name of a user, and all users receive it', async () => {
    const { ben, dov, ezra } = await freshRealm()
    const [toDov, toEzra] = await receivedBy([dov, ezra], async () => {
      expect(await ben.patch(`/users/${dov.id}`, { full_name: '  Dov the Second ' })).toEqual(SUCCESS)
    })
    const events = [userUpdated({ user_id: dov.id, full_name: 'Dov the Second' })]
    expect([toDov!.plain, toDov!.able, toEzra!.plain, toEzra!.able]).toEqual([events, events, events, events])
    expect(succeeded(await ezra.get(`/users/${dov.id}`)).user.full_name).toBe('Dov the Second')
  })

  const ROLE_CHANGES: [from: number, to: number, left: number[], joined: number[]][] = [
    [400, 300, [MEMBERS_GROUP, FULL_MEMBERS_GROUP], [MODERATORS_GROUP]],
    [400, 200, [MEMBERS_GROUP, FULL_MEMBERS_GROUP], [ADMINISTRATORS_GROUP]],
    [400, 100, [MEMBERS_GROUP, FULL_MEMBERS_GROUP], [OWNERS_GROUP]],
    [400, 600, [MEMBERS_GROUP, FULL_MEMBERS_GROUP], [EVERYONE_GROUP]],
    [600, 400, [EVERYONE_GROUP], [MEMBERS_GROUP, FULL_MEMBERS_GROUP]],
    [200, 600, [ADMINISTRATORS_GROUP], [EVERYONE_GROUP]],
    [100, 400, [OWNERS_GROUP], [MEMBERS_GROUP, FULL_MEMBERS_GROUP]],
  ]
  test.for(ROLE_CHANGES)(
    'a change from role %i to %i changes the system groups',
    async ([from, role, left, joined]) => {
      const { realm, ada, ezra } = await freshRealm()
      const gwen = await realm.newPerson('gwen', { role: from })
      const [, toEzra] = await receivedBy([gwen, ezra], async () => {
        expect(await ada.patch(`/users/${gwen.id}`, { role })).toEqual(SUCCESS)
      })
      expect(toEzra!.plain).toEqual([
        userUpdated({ user_id: gwen.id, role }),
        ...left.map((group) => members('remove', group, gwen)),
        ...joined.map((group) => members('add', group, gwen)),
      ])
      expect(await roleOf(ezra, gwen)).toBe(role)
    },
  )

  test('a user who becomes a guest loses the channels to which they are not subscribed', async () => {
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
    expect(streams.map(({ stream_id }: Json) => stream_id)).toEqual([general.stream_id])
    expect(await dov.get(`/streams/${garden.stream_id}`)).toMatchObject({ msg: 'Invalid channel ID' })
  })

  test('a guest who becomes a member receives the public channels and their subscribers', async () => {
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

  test('a guest does not see the subscribers of a web-public channel, and a member does', async () => {
    const { realm, ada, cleo, ezra } = await freshRealm()
    await executeSql(realm, "INSERT INTO realm_settings (name, value) VALUES ('enable_spectator_access', 'true')")
    await newChannel(ada, 'square', [ada, cleo], { is_web_public: true })
    for (const role of [400, 600, 300]) {
      await receivedBy([ezra, ada], async () => {
        succeeded(await ada.patch(`/users/${ezra.id}`, { role }))
      })
    }
  })

  test('only administrators see private channels, and addresses that are visible to administrators', async () => {
    const { ada, dov, cleo, vault } = await freshRealm()
    succeeded(await cleo.patch('/settings', { email_address_visibility: 3 }))
    const [promotion] = await receivedBy([dov, cleo], async () => {
      succeeded(await ada.patch(`/users/${dov.id}`, { role: 200 }))
    })
    expect(promotion!.plain).toContainEqual(userUpdated({ user_id: cleo.id, delivery_email: cleo.email }))
    expect(promotion!.plain.flatMap(({ op, streams }) => (op === 'create' ? streams : []))).toMatchObject([
      { stream_id: vault.stream_id },
    ])
    const [demotion] = await receivedBy([dov, cleo], async () => {
      succeeded(await ada.patch(`/users/${dov.id}`, { role: 300 }))
    })
    expect(demotion!.plain).toContainEqual(userUpdated({ user_id: cleo.id, delivery_email: null }))
    expect(demotion!.plain.flatMap(({ op, stream_ids }) => (op === 'delete' ? stream_ids : []))).toEqual([
      vault.stream_id,
    ])
  })

  test('a queue that is read late returns what the role at the time of each event allowed', async () => {
    const { ada, ben, dov, vault } = await freshRealm()
    const [late, prompt] = [await dov.registers(), await dov.registers()]
    await ada.patch(`/streams/${vault.stream_id}`, { description: 'Before' })
    const promptEvents = await prompt.events()
    succeeded(await ada.patch(`/users/${dov.id}`, { role: 200 }))
    await ada.patch(`/streams/${vault.stream_id}`, { description: 'While' })
    promptEvents.push(...(await prompt.events()))
    succeeded(await ada.patch(`/users/${dov.id}`, { role: 600 }))
    await ada.patch(`/streams/${vault.stream_id}`, { description: 'After' })
    await newChannel(ben, 'garden', [ben])
    promptEvents.push(...(await prompt.events()))
    const lateEvents = await late.events()
    expect(lateEvents).toEqual(promptEvents)
    const descriptions = lateEvents.filter(({ type, op }) => type === 'stream' && op === 'update')
    expect(descriptions.map(({ value }) => value)).toEqual(['While'])
  })

  test('several changes are published in this order: the role, the name, the address', async () => {
    const { ada, dov, ezra } = await freshRealm()
    const [toEzra] = await receivedBy([ezra, dov], async () => {
      const changes = { new_email: 'dov@example.com', full_name: 'David', role: 300 }
      expect(await ada.patch(`/users/${dov.id}`, changes)).toEqual(SUCCESS)
      dov.account.email = changes.new_email
    })
    const people = toEzra!.plain.filter(({ type }) => type === 'realm_user').map((event) => event.person)
    expect(people).toEqual([
      { user_id: dov.id, role: 300 },
      { user_id: dov.id, full_name: 'David' },
      { user_id: dov.id, delivery_email: 'dov@example.com' },
      { user_id: dov.id, new_email: 'dov@example.com' },
      expect.objectContaining({ user_id: dov.id, avatar_source: 'G' }),
    ])
  })

  test('one invalid change refuses the whole request', async () => {
    const { ada, dov, ezra } = await freshRealm()
    await changesNothing([ada, dov, ezra], async () => {
      const changes = { role: 300, full_name: 'David', new_email: ezra.email }
      expect(await ada.patch(`/users/${dov.id}`, changes)).toEqual(refusal(`Email '${ezra.email}' already in use`))
    })
  })

  test('a new owner has the rights of an owner, and a former one does not', async () => {
    const { ada, ben, dov } = await freshRealm()
    expect(await ben.patch(`/users/${dov.id}`, { role: 100 })).toEqual(OWNERS_ONLY)
    expect(await ada.patch(`/users/${ben.id}`, { role: 100 })).toEqual(SUCCESS)
    expect(await ben.patch(`/users/${dov.id}`, { role: 100 })).toEqual(SUCCESS)
    expect(await dov.patch(`/users/${ben.id}`, { role: 200 })).toEqual(SUCCESS)
    expect(await ben.patch(`/users/${dov.id}`, { role: 200 })).toEqual(OWNERS_ONLY)
    expect(await ben.patch(`/users/${ben.id}`, { role: 100 })).toEqual(OWNERS_ONLY)
  })

  test('the last owner stays an owner, and bots and deactivated users do not count', async () => {
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

  test('only administrators change users, but users name their own bots', async () => {
    const { ada, ben, cleo, dov, ezra, fig } = await freshRealm()
    const ours = await newBot(cleo, 'hal')
    await changesNothing([ada, dov, ezra], async () => {
      for (const actor of [cleo, dov, ezra, fig])
        for (const changes of [{ full_name: 'X Y' }, { role: 600 }, { new_email: 'x@example.com' }, {}])
          expect(await actor.patch(`/users/${ben.id}`, changes), actor.account.full_name).toEqual(NO_PERMISSION)
      expect(await dov.patch(`/users/${dov.id}`, { full_name: 'X Y' })).toEqual(NO_PERMISSION)
      expect(await dov.patch(`/users/${ours.id}`, { full_name: 'X Y' })).toEqual(NO_PERMISSION)
      // The owner of a bot cannot give it a higher role than their own.
      expect(await dov.patch(`/users/${fig.id}`, { role: 200 })).toEqual(ADMINISTRATORS_ONLY)
      expect(await dov.patch(`/users/${fig.id}`, { role: 100 })).toEqual(OWNERS_ONLY)
    })
    expect(await dov.patch(`/users/${fig.id}`, { full_name: 'Fig Tree' })).toEqual(SUCCESS)
    expect(await ben.patch(`/users/${fig.id}`, { role: 300 })).toEqual(SUCCESS)
    expect(await roleOf(ada, fig)).toBe(300)
  })

  test('only administrators with the right change email addresses, to one that is free', async () => {
    const { realm, ada, ben, cleo, dov, ezra } = await freshRealm()
    const able = await realm.newPerson('able', { role: 300, can_change_user_emails: true })
    const next = { new_email: 'David@Example.com' }
    expect(await ben.patch(`/users/${dov.id}`, next)).toEqual(refusal('User not authorized to change user emails'))
    expect(await able.patch(`/users/${dov.id}`, next)).toEqual(NO_PERMISSION)
    await receivedBy([dov, cleo, ezra], async () => {
      expect(await ada.patch(`/users/${dov.id}`, next)).toEqual(SUCCESS)
      dov.account.email = next.new_email
    })
    // The user logs in with the new address, in any case, and the old address is free.
    const login = { username: 'david@example.com', password: dov.account.password }
    expect(await realm.post('/fetch_api_key', login)).toMatchObject({ result: 'success', user_id: dov.id })
    const other = await realm.newPerson('dov')
    expect(other.id).not.toBe(dov.id)
    dov.account.email = other.email
    expect(await dov.get('/users/me')).toMatchObject({ code: 'INVALID_API_KEY' })
  })

  test('only an owner changes the email address of an owner, because it can reset the password', async () => {
    const { realm, ada, dov } = await freshRealm()
    const able = await realm.newPerson('able', { role: 200, can_change_user_emails: true })
    await changesNothing([ada, dov], async () => {
      expect(await able.patch(`/users/${ada.id}`, { new_email: 'mine@example.com' })).toEqual(OWNERS_ONLY)
    })
    expect(await able.patch(`/users/${dov.id}`, { new_email: 'dov@example.com' })).toEqual(SUCCESS)
  })

  test('a hidden address stays hidden when it changes', async () => {
    const { ada, ben, dov, ezra } = await freshRealm()
    succeeded(await dov.patch('/settings', { email_address_visibility: 3 }))
    const [toBen, toEzra] = await receivedBy([ben, ezra], async () => {
      succeeded(await ada.patch(`/users/${dov.id}`, { new_email: 'new@example.com' }))
    })
    expect(toBen!.plain).toEqual([userUpdated({ user_id: dov.id, delivery_email: 'new@example.com' })])
    expect(toEzra!.plain).toEqual([])
  })

  test('an invalid request is refused and changes nothing', async () => {
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
      for (const id of [0, 9999, -1])
        expect(await ada.patch(`/users/${id}`, { full_name: 'David' })).toEqual(refusal('No such user'))
    })
  })

  test('values that do not change publish no event', async () => {
    const { ada, dov, ezra } = await freshRealm()
    await changesNothing([ada, dov, ezra], async () => {
      const { email, full_name } = dov.account
      expect(await ada.patch(`/users/${dov.id}`, { role: 400, full_name, new_email: email })).toEqual(SUCCESS)
      expect(await ada.patch(`/users/${dov.id}`)).toEqual(SUCCESS)
    })
  })

  test('the system bots cannot be changed', async () => {
    const { ada } = await freshRealm()
    const { state } = await ada.registers()
    for (const bot of state.cross_realm_bots)
      expect(await ada.patch(`/users/${bot.user_id}`, { full_name: 'Mine' })).toEqual(refusal('No such user'))
  })
})

describe('PATCH /users/:email', () => {
  test('finds the account by its real address, if the actor can see it, or by its dummy address', async () => {
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
