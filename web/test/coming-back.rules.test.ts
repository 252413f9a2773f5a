import { expect, test } from 'vitest'
import type { CallSeat } from '../../client-state/wire'
import { asBefore } from '../calls/coming-back'

const announced: CallSeat = {
  number: 2,
  user_id: 20,
  joined_at: 1,
  audio: false,
  video: true,
  screen: true,
  hand: 1,
  may_speak: true,
  away: false,
  key: 'public',
  media: { epoch: 3, sources: ['microphone', 'camera'] },
}
/** As the realm knows a participant who took the seat again after its restart, and has announced nothing yet. */
const back: CallSeat = {
  ...announced,
  audio: true,
  video: false,
  screen: false,
  hand: null,
  key: null,
  media: { epoch: 0, sources: [] },
}

test('a participant who comes back is shown as before until the client announces what is on', () => {
  expect(asBefore(back, [announced])).toEqual({ ...announced, media: back.media })
  // The next list of seats may come before that, too.
  expect(asBefore(back, [asBefore(back, [announced])]).video).toBe(true)
  const off = { ...back, key: 'public' }
  expect(asBefore(off, [announced])).toBe(off)
})

test('what another participant had on is not shown for who has the seat now, nor what no one has announced', () => {
  expect(asBefore(back, [{ ...announced, user_id: 30 }])).toBe(back)
  expect(asBefore(back, [{ ...announced, number: 3 }])).toBe(back)
  expect(asBefore(back, [{ ...announced, key: null }])).toBe(back)
  expect(asBefore(back, [])).toBe(back)
})
