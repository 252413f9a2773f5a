import { describe, expect, test } from 'vitest'
import {
  completeEmoji,
  emojiDoesNotExist,
  refusalOfEmoji,
  type RequestedEmoji,
} from '../../src/domain/customization/emoji/rules'

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const

describe('the emoji that a client requests', () => {
  const PARLEY = { author_id: 1, picture: '', extension: 'png', has_still: false }
  const CUSTOM = new Map([
    ['1', { ...PARLEY, id: 1, name: 'parley', deactivated: true }],
    ['2', { ...PARLEY, id: 2, name: 'parley', deactivated: false }],
    ['3', { ...PARLEY, id: 3, name: 'smile', deactivated: false }],
    ['4', { ...PARLEY, id: 4, name: 'tavern', deactivated: true }],
  ])
  const own = (emoji_code: string, emoji_name: string) => ({
    emoji_name,
    emoji_code,
    reaction_type: 'realm_emoji' as const,
  })
  const CASES: [requested: RequestedEmoji, result: object | string][] = [
    [{ emoji_name: 'tada' }, TADA],
    [{ emoji_name: 'tada', emoji_code: '1f389' }, TADA],
    [TADA, TADA],
    [{ emoji_name: 'svc' }, { emoji_name: 'svc', emoji_code: 'svc', reaction_type: 'svc_extra_emoji' }],
    [{ emoji_name: '' }, "Emoji '' does not exist"],
    [{ emoji_name: 'nothing' }, "Emoji 'nothing' does not exist"],
    [{ emoji_name: 'nothing', reaction_type: 'unicode_emoji' }, "Emoji 'nothing' does not exist"],
    [{ ...TADA, emoji_name: 'nothing' }, 'Invalid emoji name.'],
    [{ ...TADA, emoji_code: 'beef' }, 'Invalid emoji code.'],
    [{ ...TADA, emoji_code: '1F389' }, 'Invalid emoji code.'],
    [{ ...TADA, reaction_type: 'svc_extra_emoji' }, 'Invalid emoji code.'],
    [{ ...TADA, reaction_type: 'realm_emoji' }, 'Invalid custom emoji.'],
    [{ emoji_name: 'parley' }, own('2', 'parley')],
    [own('2', 'parley'), own('2', 'parley')],
    [{ emoji_name: 'smile' }, own('3', 'smile')],
    [
      { emoji_name: 'smile', emoji_code: '1f642', reaction_type: 'unicode_emoji' },
      { emoji_name: 'smile', emoji_code: '1f642', reaction_type: 'unicode_emoji' },
    ],
    [own('1', 'parley'), 'This custom emoji has been deactivated.'],
    [own('2', 'tavern'), 'Invalid custom emoji name.'],
    [own('5', 'parley'), 'Invalid custom emoji.'],
    [{ emoji_name: 'tavern' }, "Emoji 'tavern' does not exist"],
    [{ emoji_name: '__proto__' }, "Emoji '__proto__' does not exist"],
  ]
  test.each(CASES)('%j gives %j', (requested, result) => {
    const emoji = completeEmoji(requested, CUSTOM)
    const refusal = emoji ? refusalOfEmoji(emoji, CUSTOM) : emojiDoesNotExist(requested)
    expect(refusal?.message ?? emoji).toEqual(result)
  })
})
