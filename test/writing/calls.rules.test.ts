import { describe, expect, test } from 'vitest'
import type { Call } from '../../src/domain/messages/calls/call'
import { nextClosing } from '../../src/domain/writing/calls/media/media-rules'
import { passFor, sessionOfPass, spend } from '../../src/domain/writing/calls/media/pass'
import {
  isMissed,
  joinedAtIn,
  MAX_OVER_SERVER,
  mayShow,
  nextLook,
  reasonToEnd,
  refusalOfSeats,
  seatToken,
  transportOf,
} from '../../src/domain/writing/calls/rules'

const CALL: Call = {
  call_id: 17,
  conversation_id: 1,
  announced_in: '[1,"lunch"]',
  starter_id: 4,
  started_at: 1000,
  secret: 'secret',
  ring_until: null,
  user_ids: [],
  away: [],
  empty_since: null,
  ended_at: null,
  end_reason: null,
  transport: 'mesh',
  closing: [],
  rings_for: [],
}
const SEAT = {
  joined_at: 1000,
  audio: true,
  video: false,
  screen: false,
  hand: null,
  may_speak: true,
  alone_since: null,
}

test.each([
  ['a call goes on', CALL, { seats: [SEAT, SEAT], now: 5000 }, undefined],
  ['a call that rang is missed', { ...CALL, ring_until: 1045 }, { seats: [SEAT], now: 1045 }, 'missed'],
  ['a call still rings', { ...CALL, ring_until: 1045 }, { seats: [SEAT], now: 1044 }, undefined],
  ['no client came back', { ...CALL, empty_since: 2000 }, { seats: [], now: 2030 }, 'last_left'],
  ['a participant may come back', { ...CALL, empty_since: 2000 }, { seats: [], now: 2029 }, undefined],
  ['one is alone for half an hour', CALL, { seats: [{ ...SEAT, alone_since: 2000 }], now: 3800 }, 'too_long'],
  ['one is alone for less', CALL, { seats: [{ ...SEAT, alone_since: 2000 }], now: 3799 }, undefined],
  ['a day is over', CALL, { seats: [SEAT, SEAT], now: 1000 + 24 * 3600 }, 'too_long'],
] as const)('%s', (_, call, { seats, now }, reason) => {
  expect(reasonToEnd(call, { seats, user_ids: [4], now })).toBe(reason)
})

test('a call is missed if it rang and no client else took part', () => {
  expect(isMissed({ ...CALL, ring_until: 1045 }, [4])).toBe(true)
  expect(isMissed({ ...CALL, ring_until: 1045 }, [4, 5])).toBe(false)
  expect(isMissed(CALL, [4])).toBe(false)
})

test('the realm looks again when something is due, and otherwise after five minutes', () => {
  expect(nextLook(CALL, [SEAT], 2000)).toBe(2300)
  expect(nextLook({ ...CALL, ring_until: 2045 }, [SEAT], 2000)).toBe(2045)
  expect(nextLook({ ...CALL, away: [{ ...SEAT, number: 1, user_id: 5, until: 2020 }] }, [SEAT], 2000)).toBe(2020)
  expect(nextLook({ ...CALL, empty_since: 2000 }, [], 2001)).toBe(2030)
  expect(nextLook(CALL, [{ ...SEAT, alone_since: 300 }], 2000)).toBe(2100)
})

test('four with a camera or a screen, six with voices', () => {
  const shows = { video: true, screen: false }
  const talks = { video: false, screen: false }
  expect(refusalOfSeats(CALL, [shows, talks, talks])).toBeUndefined()
  expect(refusalOfSeats(CALL, [shows, talks, talks, talks])?.refusal.fields).toEqual({ most: 4, with_video: true })
  expect(refusalOfSeats(CALL, [talks, talks, talks, talks, talks])).toBeUndefined()
  expect(refusalOfSeats(CALL, Array(6).fill(talks))?.refusal.fields).toEqual({ most: 6, with_video: false })
  expect([mayShow(CALL, 4), mayShow(CALL, 5)]).toEqual([true, false])
})

test('the right to a seat is for one call, number and user', () => {
  const claim = { call: CALL, number: 3, user_id: 5 }
  const token = seatToken({ ...claim, joined_at: 1234 })
  expect(joinedAtIn(token, claim)).toBe(1234)
  expect(joinedAtIn(token, { ...claim, number: 4 })).toBeUndefined()
  expect(joinedAtIn(token, { ...claim, user_id: 6 })).toBeUndefined()
  expect(joinedAtIn(token, { ...claim, call: { ...CALL, secret: 'other' } })).toBeUndefined()
  expect(joinedAtIn(token, { ...claim, call: { ...CALL, call_id: 18 } })).toBeUndefined()
  expect(joinedAtIn(token.replace('1234', '9999'), claim)).toBeUndefined()
  expect(joinedAtIn('', claim)).toBeUndefined()
})

test('a call of two goes from browser to browser, and others over the media server, with more people', () => {
  expect([transportOf(true, [4, 5]), transportOf(true, [4, 5, 6]), transportOf(true, null)]).toEqual([
    'mesh',
    'sfu',
    'sfu',
  ])
  expect([transportOf(false, [4, 5, 6]), transportOf(false, null)]).toEqual(['mesh', 'mesh'])
  const large = { ...CALL, transport: 'sfu' as const }
  const shows = { video: true, screen: false }
  expect(refusalOfSeats(large, Array(MAX_OVER_SERVER - 1).fill(shows))).toBeUndefined()
  expect(refusalOfSeats(large, Array(MAX_OVER_SERVER).fill(shows))?.refusal.fields).toMatchObject({ most: 50 })
  expect(mayShow(large, 50)).toBe(true)
})

describe('a pass for an answer', () => {
  const claim = { realm_name: 'r', call_id: 1, participant: 2, credential: { email: 'a', key_hash: 'b' } }
  const pass = passFor('secret', { ...claim, session_id: 's', expires_at: 1000, offer: 'o' })
  test.each([
    ['its owner', {}, 's'],
    ['its last second', { now: 1000 }, 's'],
    ['a later one', { now: 1001 }, undefined],
    ['a much earlier one', { now: 900 }, undefined],
    ['another realm', { realm_name: 'q' }, undefined],
    ['another call', { call_id: 3 }, undefined],
    ['another participant', { participant: 3 }, undefined],
    ['another key', { credential: { email: 'a', key_hash: 'c' } }, undefined],
    ['no key', { credential: undefined }, undefined],
  ])('in %s', (_, change, session) => {
    expect(sessionOfPass(pass, 'secret', { ...claim, now: 990, ...change })).toBe(session)
  })
  test('that the Worker did not write', () => {
    const valid = { ...claim, now: 990 }
    for (const wrong of [
      '',
      '1000',
      pass.replace('.s.', '.t.'),
      pass.replace('.o.', '.p.'),
      pass.replace('1000', '1001'),
    ])
      expect(sessionOfPass(wrong, 'secret', valid)).toBeUndefined()
    expect(sessionOfPass(pass, 'another', valid)).toBeUndefined()
  })
  test('that is used again', () => {
    expect([spend(pass), spend(pass), spend(`${pass}other`)]).toEqual([true, false, true])
  })
})

test('sessions that came while others were closed are closed at once, and lost ones once more later', () => {
  const session = { session_id: 's', attempts: 0 }
  expect(nextClosing([], 50)).toBeUndefined()
  expect(nextClosing([{ ...session, again_at: 70 }, session], 50)).toBe(50)
  expect(nextClosing([{ ...session, again_at: 70 }], 50)).toBe(70)
})
