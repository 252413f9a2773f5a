import { runInDurableObject } from 'cloudflare:test'
import { expect } from 'vitest'
import { doWhatIsDue, passTime, silenceAlarm } from '../support/faults'
import { succeeded, type FieldValue, type Json, type Person, type Queue } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { EVERY_CAPABILITY, obeysTheLaw } from '../support/replays'
import { picking } from './chances'
import { Oracle } from './oracle'
import { ask } from './request'
import { wishes } from './wishes'
import type { World } from './world'

/** One thing that happens: somebody wishes for something, or time goes by. */
export type Step = { what: string; numbers: readonly number[] }

export const TIME_PASSES = 'time passes'

const A_WEEK = 604_800

/** The clients that everyone listens with, as different from each other as may be. */
const CLIENTS: Record<string, FieldValue>[] = [
  {},
  { client_capabilities: EVERY_CAPABILITY, apply_markdown: true, client_gravatar: false, include_subscribers: 'true' },
  {
    client_capabilities: { archived_channels: true, bulk_message_deletion: true },
    include_subscribers: 'true',
    slim_presence: true,
  },
].map((client) => ({ ...client, queue_lifespan_secs: A_WEEK }))

type Listener = { person: Person; client: Record<string, FieldValue>; queue: Queue }

/**
 * Everyone listens, all of this happens, and then: what everyone heard adds up to what they are told when they register
 * anew; what was refused changed nothing; nobody was told what they may not know.
 */
export async function happens(steps: readonly Step[], checkEvery = steps.length): Promise<string[]> {
  const cast = await freshRealm()
  const { realm, ada, ben, cleo, dov, ezra, fig } = cast
  const world: World = { cast, people: [ada, ben, cleo, dov, ezra, fig], said: new Map(), made: 0 }
  const oracle = new Oracle(world)
  await silenceAlarm(realm)
  await somethingIsThere(world)
  await oracle.look()
  let listeners = await everyoneListens(world)
  const outcomes: string[] = []
  for (const [nth, step] of steps.entries()) {
    outcomes.push(await oneHappens(step, world, oracle))
    if ((nth + 1) % checkEvery !== 0 && nth + 1 < steps.length) continue
    listeners = await theLawHolds(listeners, oracle, realm)
  }
  return outcomes
}

/** So that there is something to speak of: what is asked of nothing is refused. */
async function somethingIsThere({ cast, said, people: [ada, ben, cleo, dov, ezra] }: World) {
  const { general, vault } = cast
  const say = async (sent: Promise<{ id: number }>, word: string) => said.set((await sent).id, word)
  await say(dov!.sends(general, 'lunch', 'said0x'), 'said0x')
  await say(ada!.sends(vault, 'lunch', 'said1x'), 'said1x')
  await say(ezra!.sendsDirectly([dov!, cleo!], 'said2x'), 'said2x')
  await say(ben!.sends(general, 'dinner', 'said3x, @**Dov**'), 'said3x')
  await say(dov!.sendsDirectly([ezra!], 'said4x'), 'said4x')
  await newChannel(dov!, 'garden-1', [dov!, cleo!], { invite_only: true, history_public_to_subscribers: true })
  await say(cleo!.sends({ name: 'garden-1' }, 'lunch', 'said5x'), 'said5x')
  const group = { description: '', can_join_group: 6, can_leave_group: 7 }
  succeeded(await ada!.post('/user_groups/create', { ...group, name: 'group-1', members: [dov!.id, ezra!.id] }))
  succeeded(await dov!.post('/user_groups/create', { ...group, name: 'group-2', members: [dov!.id], subgroups: [9] }))
}

async function everyoneListens({ people }: World): Promise<Listener[]> {
  return Promise.all(
    people.flatMap((person) =>
      CLIENTS.map(async (client) => ({ person, client, queue: await person.registers(client) })),
    ),
  )
}

async function oneHappens({ what, numbers }: Step, world: World, oracle: Oracle): Promise<string> {
  const { realm } = world.cast
  const pick = picking(numbers)
  if (what === TIME_PASSES) {
    await passTime(realm, pick([100, 1000, 100_000]))
    await doWhatIsDue(realm)
    await oracle.look()
    return what
  }
  const { endpoint, wish } = wishes.get(what)!
  const actor = pick([...world.people, ...world.people.slice(0, 4), ...world.people.slice(0, 1)])
  const fields = wish({ pick, world, actor })
  const before = await tablesOf(realm)
  const answer = await ask(actor, endpoint, fields)
  const asked = `${actor.account.full_name}: ${endpoint.route} ${JSON.stringify(fields)}`
  expect(answer.code, asked).not.toBe('INTERNAL_SERVER_ERROR')
  if (answer.result === 'error')
    expect(await tablesOf(realm), `${asked} was refused and changed something`).toEqual(before)
  noteSaid(world, fields, answer)
  await oracle.look()
  expect(oracle.tooMuch(actor, JSON.stringify(answer), JSON.stringify(fields)), `${asked} told too much`).toEqual([])
  return `${endpoint.route} ${answer.code ?? answer.result}`
}

function noteSaid({ said }: World, fields: Record<string, FieldValue>, { result, id }: Json) {
  const word = typeof fields.content === 'string' ? /secret\d+x/.exec(fields.content)?.[0] : undefined
  if (result === 'success' && typeof id === 'number' && word !== undefined && fields.type) said.set(id, word)
}

async function theLawHolds(listeners: Listener[], oracle: Oracle, realm: TestRealm): Promise<Listener[]> {
  const still: Listener[] = []
  for (const [person, theirs] of Map.groupBy(listeners, ({ person: each }) => each)) {
    const { result } = await person.get('/users/me')
    if (result === 'error') continue // let in no more
    for (const { client, queue } of theirs) {
      if (oracle.wasAway(person) && (await queue.isGone())) continue
      const { heard, later } = await obeysTheLaw(person, client, queue)
      const told = JSON.stringify([heard, later.state])
      expect(oracle.tooMuch(person, told, ''), `${person.account.full_name} in ${realm.name}`).toEqual([])
      still.push({ person, client, queue: later })
    }
  }
  return still
}

// What waits, queues and logins are nobody's state; a file that was refused is swept away later.
const OF_NO_ACCOUNT = ['outbox', 'events', 'queues', 'counters', 'login_failures', 'tickets', 'doomed_files']

// A request that is refused uses its key as well.
const allOf = (name: string) =>
  name === 'api_keys' ? 'SELECT user_id, key_hash, made_at FROM api_keys' : `SELECT * FROM "${name}"`

/** Everything that the realm keeps, to see whether something changed. */
export const tablesOf = (realm: TestRealm, except = OF_NO_ACCOUNT): Promise<Record<string, string>> =>
  runInDurableObject(realm.stub, (_, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
      )
      .toArray()
      .filter(({ name }) => !except.includes(name))
    return Object.fromEntries(tables.map(({ name }) => [name, JSON.stringify(storage.sql.exec(allOf(name)).toArray())]))
  })
