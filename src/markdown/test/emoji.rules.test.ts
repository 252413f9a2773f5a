import { describe, expect, test } from 'vitest'
import { emojiCodeOf, namesOfEmoji } from '../emoji-names'
import { renderTemplate } from '../render'
import type { Directory } from '../template'
import { directory, html } from './support/example-realm'
import { LIMITS, parsed } from './support/rendered-message'

describe('emoji', () => {
  test('a custom emoji is an image, and replaces a Unicode emoji of the same name', () => {
    expect(html(':parley: :nothing_such:')).toBe(
      '<p><img alt=":parley:" class="emoji" src="/user_avatars/2/emoji/images/1.png" title="parley"> :nothing_such:</p>',
    )
    const everySmile: Directory = { ...directory, emojiByName: (name) => ({ name, source_url: '/mine.png' }) }
    const { template } = parsed(':smile:')
    expect(renderTemplate(template, everySmile, LIMITS).html).toContain('src="/mine.png"')
  })

  test.each(['← ↔ ©', '1 # *', '❤'])('%j stays text', (content) => {
    expect(html(content)).toBe(`<p>${content}</p>`)
  })

  test('the table has the code of each name, and the names of each code', () => {
    expect(emojiCodeOf('smile')).toBe('1f642')
    expect(emojiCodeOf('nothing_such')).toBeUndefined()
    expect(namesOfEmoji('1f937-200d-2640')).toEqual(['woman_shrugging'])
    expect(namesOfEmoji('1f441-200d-1f5e8')[0]).toBe('eye_in_speech_bubble')
    expect(namesOfEmoji('41')).toEqual([])
  })
})
