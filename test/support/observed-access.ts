import { ALL_MESSAGES } from './messages'
import { narrowOf } from './narrows'
import { succeeded, type Json, type Person } from './person'

/** What a user sees of each channel through the API, and how many people. */
export type Observed = { channels: Map<number, readonly number[]>; people: number }

/** Returns what these users see. A channel that a user does not see is missing. */
export async function observe(
  people: readonly Person[],
  stream_ids: readonly number[],
): Promise<Map<number, Observed>> {
  const all = new Map<number, Observed>()
  for (const person of people) {
    const visible: Json[] = succeeded(
      await person.get('/streams', { include_all: true, exclude_archived: false }),
    ).streams
    const seen = new Set(visible.map(({ stream_id }) => stream_id))
    const channels = new Map<number, readonly number[]>()
    for (const stream_id of stream_ids) {
      if (!seen.has(stream_id)) continue
      const answer = await person.get('/messages', { ...ALL_MESSAGES, narrow: narrowOf([['channel', stream_id]]) })
      channels.set(
        stream_id,
        (answer.messages ?? []).map(({ id }: Json) => id),
      )
    }
    const { members } = succeeded(await person.get('/users'))
    all.set(person.id, { channels, people: members.length })
  }
  return all
}

/** Returns the changes of what was observed, in the form of the predictions. New messages do not count. */
export function observedChanges(
  before: Map<number, Observed>,
  after: Map<number, Observed>,
  stream_ids: readonly number[],
) {
  const newest = Math.max(0, ...[...before.values()].flatMap(({ channels }) => [...channels.values()].flat()))
  const users = [...before.keys()]
  const messagesOf = (observed: Observed, stream_id: number) =>
    (observed.channels.get(stream_id) ?? []).filter((id) => id <= newest).length
  const channels = stream_ids.flatMap((stream_id) => {
    const amounts = users.map((user_id) => {
      const [old, now] = [before.get(user_id)!, after.get(user_id)!]
      const visibility = Number(now.channels.has(stream_id)) - Number(old.channels.has(stream_id))
      return { user_id, visibility, messages: messagesOf(now, stream_id) - messagesOf(old, stream_id) }
    })
    if (amounts.every(({ visibility, messages }) => visibility === 0 && messages === 0)) return []
    return [
      {
        stream_id,
        lose_channel: concerned(amounts, ({ visibility }) => -visibility),
        gain_channel: concerned(amounts, ({ visibility }) => visibility),
        lose_messages: concerned(amounts, ({ messages }) => -messages),
        gain_messages: concerned(amounts, ({ messages }) => messages),
      },
    ]
  })
  const people = users.map((user_id) => ({ user_id, more: after.get(user_id)!.people - before.get(user_id)!.people }))
  return {
    channels: channels.toSorted((a, b) => a.stream_id - b.stream_id),
    lose_people: concerned(people, ({ more }) => -more),
    gain_people: concerned(people, ({ more }) => more),
  }
}

function concerned<User extends { user_id: number }>(users: readonly User[], amountOf: (user: User) => number) {
  const found = users.filter((user) => amountOf(user) > 0)
  const amounts = found.map(amountOf)
  const [least, most] = amounts.length === 0 ? [0, 0] : [Math.min(...amounts), Math.max(...amounts)]
  return { count: found.length, user_ids: found.map(({ user_id }) => user_id), least, most }
}
