import { describe, expect, test } from 'vitest'
import { quietUntil } from '../../src/domain/messages/notifications/quiet-rules'

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`) / 1000
const settings = (parley_quiet_hours: string, timezone = '', parley_do_not_disturb_until = 0) => ({
  parley_quiet_hours,
  timezone,
  parley_do_not_disturb_until,
})

describe('quietUntil', () => {
  const CASES: [hours: string, timezone: string, now: string, untilHour: number | undefined][] = [
    ['22:00-07:00', '', '23:00:30', 31],
    ['22:00-07:00', '', '06:59:59', 7],
    ['22:00-07:00', '', '07:00:00', undefined],
    ['22:00-07:00', '', '21:59:59', undefined],
    ['22:00-07:00', '', '22:00:00', 31],
    ['12:00-13:30', '', '12:15:00', 13.5],
    ['12:00-13:30', '', '14:00:00', undefined],
    ['12:00-13:30', 'Asia/Kathmandu', '06:30:00', 7.75],
    ['12:00-12:00', '', '12:00:00', undefined],
    ['', '', '23:00:00', undefined],
  ]
  test.for(CASES)('%s in the zone %j at %s: %s', ([hours, timezone, now, untilHour]) => {
    const until = untilHour === undefined ? undefined : at('00:00:00') + untilHour * 3600
    expect(quietUntil(settings(hours, timezone), at(now))).toBe(until)
  })

  test('the later of both ends counts', () => {
    const now = at('23:00:00')
    expect(quietUntil(settings('', '', now + 60), now)).toBe(now + 60)
    expect(quietUntil(settings('', '', now), now)).toBeUndefined()
    expect(quietUntil(settings('22:00-07:00', '', now + 60), now)).toBe(now + 8 * 3600)
    expect(quietUntil(settings('22:00-23:30', '', now + 3600), now)).toBe(now + 3600)
  })
})
