const A_DAY_IN_SECONDS = 24 * 3600
const FOLLOWED = 3
const MUTED = 1

const STATUSES = {
  ben: { status_text: 'In the server room', emoji_name: 'desktop_computer' },
  cleo: { status_text: 'Visitors on Thursday', emoji_name: 'calendar' },
  dov: { status_text: 'Working from Haifa', emoji_name: 'house' },
}

const VOTES = { ada: 1, ben: 0, dov: 2, ezra: 2 }

/** The users react to messages, vote in the poll and check tasks of the to-do list. The order of these does not matter. */
export async function reactAndVote(ask, sent) {
  const reactions = sent.flatMap(({ id, reactions }) =>
    reactions.flatMap(({ emoji_name, by }) =>
      by.map((who) => () => ask[who](`POST /messages/${id}/reactions`, { emoji_name })),
    ),
  )
  const submit = (who, { id }, content) =>
    ask[who]('POST /submessage', { message_id: id, msg_type: 'widget', content: JSON.stringify(content) })
  const poll = sent.find(({ content }) => content.startsWith('/poll'))
  const tasks = sent.find(({ content }) => content.startsWith('/todo'))
  const votes = Object.entries(VOTES).map(
    ([who, option]) =>
      () =>
        submit(who, poll, { type: 'vote', key: `canned,${option}`, vote: 1 }),
  )
  await inBatches([...reactions, ...votes])
  await submit('ben', tasks, { type: 'new_task', key: 1, task: 'Announce it', desc: 'on Friday', completed: false })
  await submit('ben', tasks, { type: 'strike', key: '1,canned' })
}

/** What belongs to one user: statuses, followed and muted topics, and what ada has not sent yet. */
export async function saveOwnThings(ask, people, sent) {
  const { ada } = ask
  const now = Math.floor(Date.now() / 1000)
  const { streams } = await ada('GET /streams')
  const channelId = (name) => streams.find((channel) => channel.name === name).stream_id
  const follow = (name, topic, visibility_policy) =>
    ada('POST /user_topics', { stream_id: channelId(name), topic, visibility_policy })
  const release = sent.findLast(({ topic }) => topic === 'release 0.2')
  await inBatches([
    ...Object.entries(STATUSES).map(
      ([who, status]) =>
        () =>
          ask[who]('POST /users/me/status', status),
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

const draft = (stream_id, timestamp) => ({
  type: 'stream',
  to: [stream_id],
  topic: 'empty states',
  content: 'For the inbox I would write: “All read. Go for a walk.” What do you',
  timestamp,
})

const BATCH = 8

async function inBatches(requests) {
  for (let at = 0; at < requests.length; at += BATCH)
    await Promise.all(requests.slice(at, at + BATCH).map((request) => request()))
}
