import type { CallSeat } from '../../client-state/wire'

/**
 * Returns a seat as the page shows it after a restart of the realm. A participant first takes the seat again, and then says what is on. Until
 * then, the seat shows what was on before: the media never stopped. Over a media server, each participant has a key, and says it, too.
 */
export function asBefore(seat: CallSeat, seats: readonly CallSeat[]): CallSeat {
  const before = seats.find(({ number, user_id }) => number === seat.number && user_id === seat.user_id)
  if (seat.key !== null || !before?.key) return seat
  const { audio, video, screen, hand, key } = before
  return { ...seat, audio, video, screen, hand, key }
}
