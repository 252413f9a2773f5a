import type { Channel, Period, Row } from './converted.ts'
import { getOrAdd } from './get-or-add.ts'

/**
 * Notes which of these users received a message of a channel with protected history. The messages come in the order of their ids.
 * A user who did not receive a message must not read it later.
 */
export function noteReceived(
  channel: Channel,
  receiverIds: readonly number[],
  { first, last: id }: { first: number; last: number },
) {
  const receivers = new Set(receiverIds)
  const periods = (channel.periods ??= new Map<number, Period[]>())
  for (const user_id of receivers) {
    const list = getOrAdd(periods, user_id, () => [])
    const last = list.at(-1)
    if (last?.isOpen) last.to = id
    else list.push({ from: first - 1, to: id, isOpen: true })
  }
  for (const [user_id, list] of periods) {
    const last = list.at(-1)
    if (last && !receivers.has(user_id)) last.isOpen = false
  }
  channel.lastId = id
}

/** Returns the periods of subscription of a channel of which the export says who received which messages. */
export function receivedPeriods({ stream_id, people, periods = new Map(), lastId = 0 }: Channel): Row[] {
  const current = new Set([...people].map(({ user_id }) => user_id))
  const row = (user_id: number, from_message: number, to_message: number | null) => ({
    stream_id,
    user_id,
    from_message,
    to_message,
    from_event: 0,
    to_event: to_message === null ? null : 0,
  })
  const rows = [...periods].flatMap(([user_id, list]) =>
    list.map(({ from, to, isOpen }) => row(user_id, from, isOpen && current.delete(user_id) ? null : to)),
  )
  return [...rows, ...[...current].map((user_id) => row(user_id, lastId, null))]
}
