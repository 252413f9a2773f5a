/**
 * Notes which of these users received a message of a channel with protected history. The messages come in the order of their ids.
 * A user who did not receive a message must not read it later.
 */
export function noteReceived(channel, receiverIds, { first, last: id }) {
  const receivers = new Set(receiverIds)
  const periods = (channel.periods ??= new Map())
  for (const user_id of receivers) {
    const list = periods.get(user_id) ?? periods.set(user_id, []).get(user_id)
    const last = list.at(-1)
    if (last?.isOpen) last.to = id
    else list.push({ from: first - 1, to: id, isOpen: true })
  }
  for (const [user_id, list] of periods) if (!receivers.has(user_id)) list.at(-1).isOpen = false
  channel.lastId = id
}

/** Returns the periods of subscription of a channel of which the export says who received which messages. */
export function receivedPeriods({ stream_id, people, periods, lastId }) {
  const current = new Set([...people].map(({ user_id }) => user_id))
  const row = (user_id, from_message, to_message) => ({
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
