// Exact counts: rows, alarms, D1 calls and bytes. Nothing here reads a clock, so other programs do not change the result.

import { deleteQueue, markRead, register, send, type Cast, type Sent } from './cast.ts'
import { at, spread } from './statistics.ts'

/** What an action took. */
export type Taken = Awaited<ReturnType<typeof difference>>

const MESSAGES = 25
// The realm trims the log at most this often.
const CARE_FOR_QUEUES_SECONDS = 60

/** What a message to an audience took: the first one of its channel, and an ordinary one. */
export type Counted = ReturnType<typeof ordinary> & {
  audience: number
  channel: number
  first: Taken
  request: number
}

/** Counts one message to each audience, in an existing topic, as most messages are. */
export async function countSending(cast: Cast, audiences: readonly number[]) {
  const rows: Counted[] = []
  for (const size of audiences) {
    await cast.invite(size)
    const members = cast.people.slice(0, size)
    const channel = await cast.channel(`audience of ${size}`, members)
    const request = send(at(members, 0), channel, 'lunch')
    await cast.ringNow()
    await cast.hold(true)
    const first = await difference(cast, () => cast.ask(request))
    const each: Taken[] = []
    for (let i = 0; i < MESSAGES; i++) each.push(await difference(cast, () => cast.ask(request)))
    await cast.hold(false)
    rows.push({ audience: size, channel, first, ...ordinary(each), request: request.length })
  }
  return rows
}

/** Sends many messages, and counts what follows: draining the outbox, marking as read, trimming the log. */
export async function countLater(cast: Cast, channel: number, count: number) {
  const [sender, reader] = [at(cast.people, 0), at(cast.people, 1)]
  await cast.ringNow(CARE_FOR_QUEUES_SECONDS)
  await cast.hold(true)
  const { queue_id } = await cast.json<{ queue_id: string }>(register(reader, { event_types: '["message"]' }))
  const sent: number[] = []
  for (let i = 0; i < count; i++) sent.push((await cast.json<Sent>(send(sender, channel, 'supper'))).id)
  const draining = await difference(cast, () => cast.ringNow())
  const reading = await difference(cast, () => cast.ask(markRead(reader, sent)))
  await cast.ask(deleteQueue(reader, queue_id))
  const trimming = await difference(cast, () => cast.ringNow(CARE_FOR_QUEUES_SECONDS))
  await cast.hold(false)
  return { messages: count, draining, reading, trimming }
}

/** Runs `act`, and returns what it took. */
export async function difference(cast: Pick<Cast, 'meters'>, act: () => Promise<{ size: number }>) {
  const before = await cast.meters()
  const answer = await act()
  const after = await cast.meters()
  return {
    read: after.read - before.read,
    written: after.written - before.written,
    realmRequests: after.realmRequests - before.realmRequests,
    alarms: after.alarms - before.alarms,
    d1Calls: after.d1.calls - before.d1.calls + after.edgeD1.calls - before.edgeD1.calls,
    d1Read: after.d1.read - before.d1.read + after.edgeD1.read - before.edgeD1.read,
    d1Written: after.d1.written - before.d1.written,
    sentByRealm: after.lists.characters - before.lists.characters,
    realmMs: after.lists.ms - before.lists.ms,
    response: answer.size,
  }
}

// A counter reserves a thousand event ids at a time, and the first message after a drain sets an alarm. Each is one row for
// many messages. So the median and the maximum are separate.
function ordinary(each: readonly Taken[]) {
  const of = (name: keyof Taken) => each.map((one) => one[name])
  const middle = (name: keyof Taken) => spread(of(name)).median
  return {
    written: middle('written'),
    most: Math.max(...each.map((one) => one.written + one.alarms)),
    crossings: Math.max(...of('realmRequests')),
    read: middle('read'),
    alarms: of('alarms').reduce((sum, one) => sum + one, 0),
    d1Calls: of('d1Calls').reduce((sum, one) => sum + one, 0),
    response: middle('response'),
  }
}
