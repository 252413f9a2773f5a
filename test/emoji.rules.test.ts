import { describe, expect, test } from 'vitest'
import { ApiError } from '../src/api/errors'
import { emojiMeant, type WantedEmoji } from '../src/domain/emoji/rules'

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' } as const

describe('emojiMeant', () => {
  const CASES: [wanted: WantedEmoji, meant: object | string][] = [
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
    [{ emoji_name: '__proto__' }, "Emoji '__proto__' does not exist"],
  ]
  test.each(CASES)('%j is %j', (wanted, meant) => {
    const found = emojiMeant(wanted)
    expect(found instanceof ApiError ? found.message : found).toEqual(meant)
  })
})
