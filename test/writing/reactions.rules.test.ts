import { expect, test } from 'vitest'
import { refusalOfNewEmoji } from '../../src/domain/writing/reactions/rules'

const tada = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const
const unknownName = { ...tada, emoji_name: 'unknown' }

test.for([
  ['an emoji that exists', tada, undefined, undefined],
  ['an unknown name', unknownName, undefined, 'Invalid emoji name.'],
  ['an unknown name of an emoji that the message has', unknownName, 'tada', undefined],
] as const)('refusalOfNewEmoji: %s', ([_, emoji, nameOnMessage, msg]) => {
  expect(refusalOfNewEmoji(emoji, nameOnMessage, new Map())?.refusal.msg).toBe(msg)
})
