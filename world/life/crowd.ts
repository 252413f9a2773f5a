import type { Bundle } from '../bundle.ts'
import { World } from '../world.ts'
import { Client } from './client.ts'
import { Device } from './device.ts'
import { Organization, type Member } from './organization.ts'

/** Each message reaches so many listeners. A member has ten devices. */
const [REACHED, DEVICES, GATEWAYS] = [100, 10, 5]

export type Deploy = {
  seed: number
  listeners: number
  /** For how long messages are sent, and how many in a second. */
  seconds: number
  rate: number
  earlier: Bundle
  present: Bundle
  /** Which part changes first. */
  order: readonly ('workers' | 'objects')[]
}

/** What listeners noticed. Times are virtual milliseconds. */
export type Noticed = { problems: string[]; sent: number; gaps: number[]; delays: number[]; anew: number }

type Square = { name: string; members: Member[]; devices: Device[]; sent: Set<string> }
type Crowd = {
  world: World
  organization: Organization
  squares: Square[]
  delays: number[]
  sentAt: Map<string, number>
}

/** Changes the code of the server while thousands listen, at a third and at two thirds of the time. */
export async function deployToCrowd(deploy: Deploy): Promise<Noticed> {
  const crowd = await gather(deploy)
  await sendMeanwhile(crowd, deploy)
  crowd.world.close()
  return noticed(crowd)
}

/** Lets the members of an organization of the earlier version listen on all their devices. */
async function gather({ seed, listeners, earlier, present }: Deploy): Promise<Crowd> {
  const variables = { QUEUES_PER_REALM: '0', QUEUES_PER_GATEWAY: String(Math.ceil(listeners / GATEWAYS)) }
  const world = new World({ seed, bundle: earlier, variables })
  const organization = new Organization(world, world.sharedParts(present))
  const crowd: Crowd = { world, organization, squares: [], delays: [], sentAt: new Map() }
  const { scheduler } = world
  await scheduler.result(organization.found(listeners / DEVICES, world.random('people')))
  await scheduler.result(openSquares(crowd))
  const devices = devicesOf(crowd)
  for (const [nth, device] of devices.entries())
    scheduler.after((nth * 60_000) / listeners, () => void device.goOnline())
  await scheduler.pass(90_000)
  return crowd
}

async function openSquares(crowd: Crowd): Promise<void> {
  const { members } = crowd.organization
  const size = REACHED / DEVICES
  for (let first = 0; first < members.length; first += size) {
    const group = members.slice(first, first + size)
    const name = `square-${first / size}`
    await members[0]?.client.insist('POST', '/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: group.map(({ client }) => client.id),
      send_new_subscription_messages: false,
    })
    const devices = group.flatMap((member) => newDevices(crowd, member))
    crowd.squares.push({ name, members: group, devices, sent: new Set() })
  }
}

const devicesOf = ({ squares }: Crowd) => squares.flatMap(({ devices }) => devices)

function newDevices({ world, organization, delays, sentAt }: Crowd, { client: { account } }: Member): Device[] {
  const options = { event_types: ['message'], fetch_event_types: [], queue_lifespan_secs: 86_400 }
  const received = (_: number, text: string) => {
    for (const [word] of text.matchAll(/word\d+/g)) delays.push(world.scheduler.now - (sentAt.get(word) ?? Infinity))
  }
  const notes = { fail: (what: string) => void organization.failures.push(what), received }
  return Array.from({ length: DEVICES }, (_, nth) => {
    const transport = nth === 9 ? 'stream' : nth === 8 ? 'poll' : 'socket'
    const random = world.random(`${account.email} ${nth}`)
    return new Device(new Client(world, organization.url, account), {
      transport,
      options,
      notes,
      random,
      pingEvery: 45_000,
    })
  })
}

async function sendMeanwhile(crowd: Crowd, { seconds, rate, order, present }: Deploy): Promise<void> {
  const { world } = crowd
  const { scheduler } = world
  let open = 0
  const sendNth = async (nth: number) => {
    open++
    await send(crowd, nth)
    open--
  }
  for (let nth = 0; nth < seconds * rate; nth++) scheduler.after((nth * 1000) / rate, () => void sendNth(nth))
  for (const [nth, which] of order.entries())
    scheduler.after(((nth + 1) * seconds * 1000) / 3, () => world.deploy(which, present))
  await scheduler.pass(seconds * 1000)
  await scheduler.until(() => open === 0, scheduler.now + 300_000)
  await scheduler.pass(120_000)
}

async function send({ world, organization, squares, sentAt }: Crowd, nth: number): Promise<void> {
  const { name, members, sent } = world.random(`message ${nth}`).pick(squares)
  const content = `word${nth}`
  sentAt.set(content, world.scheduler.now)
  const parley_client_id = nth.toString(16).padStart(32, '0')
  const fields = { type: 'channel', to: name, topic: 'news', content, parley_client_id }
  const answer = await members[nth % members.length]?.client.insist('POST', '/messages', fields)
  if (answer.result === 'success') sent.add(content)
  else organization.failures.push(`A message was refused: ${JSON.stringify(answer)}`)
}

function noticed(crowd: Crowd): Noticed {
  const problems = [...crowd.organization.failures]
  for (const { name, devices, sent } of crowd.squares)
    for (const device of devices) {
      const messages = device.events.filter(({ type }) => type === 'message')
      const received = messages.map(({ message }) => /word\d+/.exec(String(message.content))?.[0])
      const kept = new Set(received)
      const lost = [...sent].filter((word) => !kept.has(word)).length
      if (lost > 0) problems.push(`${device.name} lost ${lost} messages of ${name}`)
      if (received.length > kept.size) problems.push(`${device.name} received a message of ${name} twice`)
    }
  const devices = devicesOf(crowd)
  const anew = devices.reduce((sum, { registrations }) => sum + registrations - 1, 0)
  if (anew !== 0) problems.push(`${anew} listeners registered anew`)
  const sent = crowd.squares.reduce((sum, square) => sum + square.sent.size, 0)
  return { problems, sent, gaps: devices.flatMap(({ gaps }) => gaps), delays: crowd.delays, anew }
}
