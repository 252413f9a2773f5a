import { describe, expect, test } from 'vitest'
import { changesIn, refusalOfSettings, type SettingChange } from '../../src/domain/people/user-settings/rules'

describe('changesIn', () => {
  const current = { color_scheme: 2, enter_sends: true } as const
  test.for([
    [{}, []],
    [{ color_scheme: 2, enter_sends: true }, []],
    [{ color_scheme: 2, enter_sends: false }, [{ name: 'enter_sends', value: false }]],
    [{ enter_sends: undefined }, []],
    [{ emojiset: 'text' }, [{ name: 'emojiset', value: 'text' }]],
  ] as const)('%j: %j', ([requested, expected]) => {
    expect(changesIn(current, requested)).toEqual(expected)
  })
})

describe('refusalOfSettings', () => {
  const CASES: [changes: SettingChange[], msg: string | undefined][] = [
    [[], undefined],
    [[{ name: 'enter_sends', value: true }], undefined],
    [[{ name: 'notification_sound', value: 'ding' }], undefined],
    [[{ name: 'notification_sound', value: 'none' }], undefined],
    [
      [
        { name: 'enter_sends', value: true },
        { name: 'notification_sound', value: 'gong' },
      ],
      "Invalid notification sound 'gong'",
    ],
    [[{ name: 'email_notifications_batching_period_seconds', value: 604_800 }], undefined],
    [[{ name: 'email_notifications_batching_period_seconds', value: 0 }], 'Invalid email batching period: 0 seconds'],
  ]
  test.for(CASES)('%j: %s', ([changes, msg]) => {
    expect(refusalOfSettings(changes)?.message).toBe(msg)
  })
})
