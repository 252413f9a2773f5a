import { runInDurableObject } from 'cloudflare:test'
import { expect } from 'vitest'
import { doDueWork } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { succeeded, type FieldValue, type Json, type Person, type Queue } from '../support/person'
import { freshRealm, newChannel, type TestRealm } from '../support/realm'
import { EVERY_CAPABILITY, checkReplay } from '../support/replays'
import { picking } from './chances'
import { Oracle, truthOf, type Truth } from './oracle'
import { forgetCallFaults, injectFault, isGatewayFault } from './gateway-faults'
import { ask } from './request'
import { generators } from './generators'
import { ReplicaFollower } from './replica-follower'
import { SocketFollower } from './socket-follower'
import type { World } from './world'

/** One step of a sequence: a request, or the passing of time. */
export type Step = { what: string; numbers: readonly number[] }

export const TIME_PASSES = 'time passes'

const A_WEEK = 604_800

/** The clients of each user, as different from each other as possible. */
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
 * Registers clients for all users, and runs the steps. Then checks: events and state agree for each client (the law); refused
 * requests changed nothing; what browsers keep of the history is what the server has; a WebSocket received the events that a poll receives, each once; no user received data that they may
 * not see. Returns what came of each step.
 */
export async function runSequence(steps: readonly Step[], checkEvery = steps.length): Promise<string[]> {
  forgetCallFaults()
  const cast = await freshRealm()
  const { realm, ada, ben, cleo, dov, ezra, fig } = cast
  const world: World = { cast, people: [ada, ben, cleo, dov, ezra, fig], secrets: new Map(), counter: 0 }
  const oracle = new Oracle(world.secrets)
  await addContent(world)
  oracle.look(await truthIn(realm))
  let listeners = await registerQueues(world)
  const followers = await Promise.all(world.people.map((person) => SocketFollower.begin(person)))
  const replicas = await Promise.all(peopleOf(world).map((person) => ReplicaFollower.begin(person)))
  const outcomes: string[] = []
  for (const [nth, step] of steps.entries()) {
    outcomes.push(await runStep(step, world, oracle))
    if ((nth + 1) % checkEvery !== 0 && nth + 1 < steps.length) continue
    forgetCallFaults()
    await checkFollowers(followers, oracle)
    await checkReplicas(replicas, oracle, nth)
    listeners = await checkLaw(listeners, oracle, realm)
  }
  for (const follower of followers) follower.leave()
  return outcomes
}

/** Creates messages, a channel and groups. Without them, most requests would be refused. */
async function addContent({ cast, secrets, people: [ada, ben, cleo, dov, ezra] }: World) {
  const { general, vault } = cast
  const note = async (sent: Promise<{ id: number }>, word: string) => secrets.set((await sent).id, word)
  await note(dov!.sends(general, 'lunch', 'secret0x'), 'secret0x')
  await note(ada!.sends(vault, 'lunch', 'secret1x'), 'secret1x')
  await note(ezra!.sendsDirectly([dov!, cleo!], 'secret2x'), 'secret2x')
  await note(ben!.sends(general, 'dinner', 'secret3x, @**Dov**'), 'secret3x')
  await note(dov!.sendsDirectly([ezra!], 'secret4x'), 'secret4x')
  await newChannel(dov!, 'garden-1', [dov!, cleo!], { invite_only: true, history_public_to_subscribers: true })
  await note(cleo!.sends({ name: 'garden-1' }, 'lunch', 'secret5x'), 'secret5x')
  const group = { description: '', can_join_group: 6, can_leave_group: 7 }
  succeeded(await ada!.post('/user_groups/create', { ...group, name: 'group-1', members: [dov!.id, ezra!.id] }))
  succeeded(await dov!.post('/user_groups/create', { ...group, name: 'group-2', members: [dov!.id], subgroups: [9] }))
}

async function registerQueues({ people }: World): Promise<Listener[]> {
  return Promise.all(
    people.flatMap((person) =>
      CLIENTS.map(async (client) => ({ person, client, queue: await person.registers(client) })),
    ),
  )
}

async function runStep({ what, numbers }: Step, world: World, oracle: Oracle): Promise<string> {
  const { realm } = world.cast
  const pick = picking(numbers)
  if (what === TIME_PASSES) {
    await advanceClock(realm, pick([100, 1000, 100_000]))
    await doDueWork(realm)
    oracle.look(await truthIn(realm))
    return what
  }
  if (isGatewayFault(what)) return injectFault(realm, what, pick)
  const { endpoint, generate } = generators.get(what)!
  const actor = pick([...world.people, ...world.people.slice(0, 4), ...world.people.slice(0, 1)])
  const fields = generate({ pick, world, actor })
  const before = await tablesOf(realm)
  const answer = await ask(actor, endpoint, fields)
  const request = `${actor.account.full_name}: ${endpoint.route} ${JSON.stringify(fields)}`
  expect(answer.code, request).not.toBe('INTERNAL_SERVER_ERROR')
  if (answer.result === 'error')
    expect(await tablesOf(realm), `${request} was refused and changed something`).toEqual(before)
  noteSecret(world, fields, answer)
  oracle.look(await truthIn(realm))
  expect(oracle.leaksTo(actor, JSON.stringify(answer), JSON.stringify(fields)), `${request} revealed too much`).toEqual(
    [],
  )
  return `${endpoint.route} ${answer.code ?? answer.result}`
}

function noteSecret({ secrets }: World, fields: Record<string, FieldValue>, { result, id }: Json) {
  const word = typeof fields.content === 'string' ? /secret\d+x/.exec(fields.content)?.[0] : undefined
  if (result === 'success' && typeof id === 'number' && word !== undefined && fields.type) secrets.set(id, word)
}

async function checkLaw(listeners: Listener[], oracle: Oracle, realm: TestRealm): Promise<Listener[]> {
  const still: Listener[] = []
  for (const [person, theirs] of Map.groupBy(listeners, ({ person: each }) => each)) {
    const { result } = await person.get('/users/me')
    if (result === 'error') continue // deactivated
    for (const { client, queue } of theirs) {
      if (oracle.wasDeactivated(person) && (await queue.isGone())) continue
      const { events, later } = await checkReplay(person, client, queue)
      const received = JSON.stringify([events, later.state])
      expect(oracle.leaksTo(person, received, ''), `${person.account.full_name} in ${realm.name}`).toEqual([])
      still.push({ person, client, queue: later })
    }
  }
  return still
}

/** Each user whose account was always active received the same events over a WebSocket, and no more than they may see. */
async function checkFollowers(followers: readonly SocketFollower[], oracle: Oracle): Promise<void> {
  for (const follower of followers) {
    const { person } = follower
    if (oracle.wasDeactivated(person)) continue
    const received = JSON.stringify(await follower.received())
    expect(oracle.leaksTo(person, received, ''), `${person.account.full_name}, over a WebSocket`).toEqual([])
  }
}

/** Bots keep nothing. */
const peopleOf = ({ people, cast }: World) => people.filter((person) => person !== cast.fig)

/** What browsers keep of the history equals what the server lets their users keep, also if they were away. */
async function checkReplicas(replicas: readonly ReplicaFollower[], oracle: Oracle, nth: number): Promise<void> {
  for (const [at, replica] of replicas.entries())
    if (!oracle.wasDeactivated(replica.person) && (await replica.person.get('/users/me')).result === 'success')
      await replica.check(oracle, (at + nth) % 3 === 0)
}

const truthIn = (realm: TestRealm): Promise<Truth> =>
  runInDurableObject(realm.stub, (_, { storage }) => truthOf((query): Json[] => storage.sql.exec(query).toArray()))

// These tables are not state of a user, or due work clears them.
const WITHOUT_STATE = ['outbox', 'events', 'queues', 'counters', 'login_failures', 'tickets', 'files_to_delete']

// A refused request counts as a use of its key.
const allOf = (name: string) =>
  name === 'api_keys' ? 'SELECT user_id, key_hash, created_at FROM api_keys' : `SELECT * FROM "${name}"`

/** Returns all rows of the realm as text, by table, to find changes. */
export const tablesOf = (realm: TestRealm, except = WITHOUT_STATE): Promise<Record<string, string>> =>
  runInDurableObject(realm.stub, (_, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'`,
      )
      .toArray()
      .filter(({ name }) => !except.includes(name))
    return Object.fromEntries(tables.map(({ name }) => [name, JSON.stringify(storage.sql.exec(allOf(name)).toArray())]))
  })
