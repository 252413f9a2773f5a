import { outcomeOf, type Client, type FieldValue } from './client.ts'
import type { Device } from './device.ts'
import type { Action, Life } from './life.ts'
import type { Member } from './organization.ts'
import type { Json, Pick } from '../shared-parts.ts'

// What members do with their devices, and what they leave for later.

/** A device deletes its queue, and comes back with another one: so gateways become empty, and begin anew. */
async function leaveDevice(_life: Life, { client, devices }: Member, pick: Pick): Promise<string> {
  const device = pick(devices)
  const { queue_id } = device.state
  if (queue_id === undefined || device.sending > 0) return 'busy, or without a queue'
  device.goOffline(pick([true, false]))
  device.state = {}
  const outcome = outcomeOf(await client.ask('DELETE', '/events', { queue_id }))
  await client.world.scheduler.wait(pick([0, 1000, 90_000]))
  await device.goOnline()
  return outcome
}

/** A device loses its network, and goes on with the same queue. The server learns of it at once, later, or never. */
async function loseNetwork(_life: Life, { client, devices }: Member, pick: Pick): Promise<string> {
  const device = pick(devices)
  if (!device.isOnline) return 'offline'
  device.goOffline(pick([true, false]))
  await client.world.scheduler.wait(pick([0, 2000, 20_000, 100_000, 240_000]))
  await device.goOnline()
  return 'back'
}

/** A message of a later moment. It must come once, or not at all if the answer was lost. */
async function schedule({ organization }: Life, { client }: Member, pick: Pick): Promise<string> {
  const { scheduler } = client.world
  const entry = organization.ledger.begin(client.account.full_name, scheduler.now)
  const to = pick([
    { type: 'channel', to: 1, topic: 'plans' },
    { type: 'direct', to: [client.id] },
  ])
  const at = Math.ceil(scheduler.now / 1000) + pick([10, 30, 90])
  const fields = { ...to, content: entry.word, scheduled_delivery_timestamp: at }
  const answer: Json = await client.ask('POST', '/scheduled_messages', fields)
  const { scheduled_message_id: id } = answer ?? {}
  if (id !== undefined && organization.ledger.scheduled.has(id))
    organization.fail(`The scheduled message ${id} has the id of an earlier one`)
  if (id !== undefined) organization.ledger.scheduled.add(id)
  // One that was sent stays for a day, and one that is deleted leaves its id.
  if (id !== undefined && pick([true, false, false])) await client.ask('DELETE', `/scheduled_messages/${id}`)
  return outcomeOf(answer)
}

/** A client that names its queue may repeat a request while it has this queue: for some seconds, before anything else ends it. */
export async function sendWithEcho(client: Client, device: Device, fields: Record<string, FieldValue>): Promise<Json> {
  let answer: Json
  device.sending++
  for (let attempt = 0; attempt < 3; attempt++) {
    answer = await client.ask('POST', '/messages', fields)
    if (answer !== undefined && answer.code !== 'INTERNAL_SERVER_ERROR') break
    await client.world.scheduler.wait(2000)
    answer = undefined
  }
  device.sending--
  return answer
}

export const DEVICES: Readonly<Record<string, Action>> = {
  'leave a device': { weight: 0.3, run: leaveDevice },
  'lose the network': { weight: 0, run: loseNetwork },
  'schedule a message': { weight: 0.5, run: schedule },
}
