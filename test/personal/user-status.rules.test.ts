import { describe, expect, test } from 'vitest'
import {
  NO_STATUS,
  requireStatusChange,
  statusAfter,
  visibleStatus,
  type Status,
  type StatusFields,
  type StatusRequest,
} from '../../src/domain/personal/user-status/rules'

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const
const NO_EMOJI = { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' } as const
const NO_CUSTOM_EMOJI = new Map()

describe('requireStatusChange', () => {
  const CASES: [request: StatusRequest, changes: StatusFields][] = [
    [{ status_text: '  At lunch ' }, { status_text: 'At lunch' }],
    [{ away: true }, { away: true }],
    [{ emoji_name: 'tada' }, TADA],
    [TADA, TADA],
    [{ emoji_name: '' }, NO_EMOJI],
    [{ emoji_name: '', emoji_code: '', reaction_type: '' }, NO_EMOJI],
    [{ emoji_name: 'tada', emoji_code: '', reaction_type: '' }, TADA],
    [
      { status_text: '', emoji_name: '', away: false },
      { away: false, status_text: '', ...NO_EMOJI },
    ],
  ]
  test.for(CASES)('%j: %j', ([request, changes]) => {
    expect(requireStatusChange(request, NO_CUSTOM_EMOJI)).toEqual(changes)
  })

  const INVALID: [request: StatusRequest, msg: string][] = [
    [{}, 'Client did not pass any new values.'],
    [{ status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    [{ emoji_code: '1f389' }, 'Client must pass emoji_name if they pass either emoji_code or reaction_type.'],
    [{ emoji_name: 'not_an_emoji' }, "Emoji 'not_an_emoji' does not exist"],
    [{ ...TADA, emoji_code: 'beef' }, 'Invalid emoji code.'],
    [{ emoji_name: 'tada', emoji_code: '1', reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
  ]
  test.for(INVALID)('%j is refused: %s', ([request, msg]) => {
    expect(() => requireStatusChange(request, NO_CUSTOM_EMOJI)).toThrow(msg)
  })
})

describe('statusAfter', () => {
  const before: Status = { status_text: 'At lunch', ...TADA }
  test.for([
    [{ status_text: 'Back' }, { status_text: 'Back', ...TADA }],
    [{ away: true }, before],
    [NO_EMOJI, { ...NO_STATUS, status_text: 'At lunch' }],
  ] as const)('%j: %j', ([changes, after]) => {
    expect(statusAfter(before, changes)).toEqual(after)
  })
})

describe('visibleStatus', () => {
  test.for([
    [NO_STATUS, false, {}],
    [NO_STATUS, true, { away: true }],
    [{ ...NO_STATUS, status_text: 'At lunch' }, false, { status_text: 'At lunch' }],
    [{ status_text: '', ...TADA }, true, { away: true, ...TADA }],
  ] as const)('%j, away %s: %j', ([status, away, expected]) => {
    expect(visibleStatus(status, away)).toEqual(expected)
  })
})
