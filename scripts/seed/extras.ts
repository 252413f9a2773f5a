import type { Ask } from '../api-client.ts'
import type { Name, People } from '../releases/people.ts'
import { inBatches, present, reactionsTo, type Sent } from './send.ts'

const A_DAY_IN_SECONDS = 24 * 3600
const FOLLOWED = 3
const MUTED = 1

const STATUSES: [Name, object][] = [
  ['ben', { status_text: 'In the server room', emoji_name: 'desktop_computer' }],
  ['cleo', { status_text: 'Visitors on Thursday', emoji_name: 'calendar' }],
  ['dov', { status_text: 'Working from Haifa', emoji_name: 'house' }],
]

const VOTES: [Name, number][] = [
  ['ada', 1],
  ['ben', 0],
  ['dov', 2],
  ['ezra', 2],
]

/** The users react to messages, vote in the poll and check tasks of the to-do list. The order of these does not matter. */
export async function reactAndVote(ask: Record<Name, Ask>, sent: readonly Sent[]): Promise<void> {
  const submit = (who: Name, { id }: Sent, content: unknown) =>
    ask[who]('POST /submessage', { message_id: id, msg_type: 'widget', content: JSON.stringify(content) })
  const poll = present(sent.find(({ content }) => content.startsWith('/poll')))
  const tasks = present(sent.find(({ content }) => content.startsWith('/todo')))
  const votes = VOTES.map(
    ([who, option]) =>
      () =>
        submit(who, poll, { type: 'vote', key: `canned,${option}`, vote: 1 }),
  )
  await inBatches([...reactionsTo(sent, (who) => ask[who]), ...votes])
  await submit('ben', tasks, { type: 'new_task', key: 1, task: 'Announce it', desc: 'on Friday', completed: false })
  await submit('ben', tasks, { type: 'strike', key: '1,canned' })
}

/** What belongs to one user: statuses, followed and muted topics, and what ada has not sent yet. */
export async function saveOwnThings(ask: Record<Name, Ask>, people: People, sent: readonly Sent[]): Promise<void> {
  const { ada } = ask
  const now = Math.floor(Date.now() / 1000)
  const { streams } = await ada<{ streams: { name: string; stream_id: number }[] }>('GET /streams')
  const channelId = (name: string) => present(streams.find((channel) => channel.name === name)).stream_id
  const follow = (name: string, topic: string, visibility_policy: number) =>
    ada('POST /user_topics', { stream_id: channelId(name), topic, visibility_policy })
  const release = present(sent.findLast(({ topic }) => topic === 'release 0.2'))
  await inBatches([
    ...STATUSES.map(
      ([who, status]) =>
        () =>
          ask[who]('POST /users/me/status', { ...status }),
    ),
    () => follow('engineering', 'release 0.2', FOLLOWED),
    () => follow('engineering', 'builds', MUTED),
    () => ada('POST /drafts', { drafts: [draft(channelId('design'), now)] }),
    () =>
      ada('POST /scheduled_messages', {
        type: 'direct',
        to: [people.dov.user_id],
        content: 'Happy birthday, Dov! :birthday:',
        scheduled_delivery_timestamp: now + 2 * A_DAY_IN_SECONDS,
      }),
    () =>
      ada('POST /reminders', {
        message_id: release.id,
        scheduled_delivery_timestamp: now + A_DAY_IN_SECONDS,
        note: 'Are the notes ready?',
      }),
    () =>
      ada('POST /saved_snippets', {
        title: 'Meeting notes',
        content: '**Who was there**: \n\n**What we decided**\n\n1. \n\n**Who does what**\n\n- ',
      }),
  ])
}

const draft = (stream_id: number, timestamp: number) => ({
  type: 'stream',
  to: [stream_id],
  topic: 'empty states',
  content: 'For the inbox I would write: “All read. Go for a walk.” What do you',
  timestamp,
})
