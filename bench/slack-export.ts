import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'

/**
 * Writes an export as Slack makes it, to measure imports: `node bench/slack-export.ts FOLDER MESSAGES`. People have names that
 * clash, and a twentieth of the messages begins a thread with answers on later days.
 */
const [folder = '', count = '100000'] = process.argv.slice(2)
const PEOPLE = 500
const CHANNELS = 50
const MESSAGES_PER_DAY = 2000
const FIRST_DAY = Date.UTC(2024, 0, 1) / 1000
const DAY = 86_400
const WORDS = 'soup salad bread oven recipe market table garden flour kettle basil plate harvest window winter'.split(
  ' ',
)

/** The same numbers in each run. */
let state = 1
const random = (most: number) => {
  state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
  return Math.floor((state / 4_294_967_296) * most)
}

const sentence = () => Array.from({ length: 4 + random(24) }, () => WORDS[random(WORDS.length)]).join(' ')

const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value))

mkdirSync(folder, { recursive: true })
const people = Array.from({ length: PEOPLE }, (_, index) => `U${index + 1}`)
write(
  'users.json',
  people.map((id, index) => ({
    id,
    name: `person${index}`,
    profile: { real_name: `Person ${index % 400}`, email: `person${index}@example.com` },
  })),
)
const channels = Array.from({ length: CHANNELS }, (_, index) => ({ id: `C${index + 1}`, name: `channel-${index}` }))
write(
  'channels.json',
  channels.map((channel, index) => ({ ...channel, members: people.filter((_, person) => (person + index) % 5 !== 0) })),
)
for (const { name } of channels) mkdirSync(join(folder, name), { recursive: true })

type Message = {
  type: 'message'
  user: string | undefined
  text: string
  ts: string
  reactions?: { name: string; users: (string | undefined)[]; count: number }[]
  thread_ts?: string | undefined
  reply_count?: number
}

const threads: string[][] = channels.map(() => [])
for (let written = 0, day = 0; written < Number(count); day++) {
  const ofChannels: Message[][] = channels.map(() => [])
  for (let index = 0; index < MESSAGES_PER_DAY && written < Number(count); index++, written++) {
    const channel = random(CHANNELS)
    const ts = `${FIRST_DAY + day * DAY + index * 40}.${String(written % 1_000_000).padStart(6, '0')}`
    const message: Message = { type: 'message', user: people[random(PEOPLE)], text: sentence(), ts }
    if (random(10) === 0) message.text += ` <@${people[random(PEOPLE)]}> *now* <https://example.com/${written}|here>`
    if (random(8) === 0) message.reactions = [{ name: 'tada', users: [people[random(PEOPLE)]], count: 1 }]
    const open = (threads[channel] ??= [])
    const kind = random(20)
    if (kind === 0) {
      Object.assign(message, { thread_ts: ts, reply_count: 3 })
      open.push(ts)
    } else if (kind < 5 && open.length > 0) message.thread_ts = open[Math.max(0, open.length - 1 - random(5))]
    ofChannels[channel]?.push(message)
  }
  const date = new Date((FIRST_DAY + day * DAY) * 1000).toISOString().slice(0, 10)
  for (const [index, messages] of ofChannels.entries())
    if (messages.length > 0) write(`${channels[index]?.name}/${date}.json`, messages)
}
