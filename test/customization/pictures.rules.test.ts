import { describe, expect, test } from 'vitest'
import { findPictureFormat, refusalOfPictureSize } from '../../src/domain/customization/pictures/rules'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

describe('the format of a picture', () => {
  test.for([
    ['\x89PNG\r\n\x1a\n...', 'image/png', 'png'],
    ['\xff\xd8\xff...', 'image/jpeg', 'jpg'],
    ['GIF87a...', 'image/gif', 'gif'],
    ['GIF89a...', 'image/gif', 'gif'],
    ['RIFF....WEBP', 'image/webp', 'webp'],
  ])('of %j is %s', ([content, content_type, extension]) => {
    expect(findPictureFormat(bytes(content!))).toMatchObject({ content_type, extension })
  })

  test.for(['', 'PNG', 'GIF88a', 'RIFF....WAVE', '<svg>', '<html>', '\x89PNG\n', ' \xff\xd8\xff'])(
    'of %j is unknown',
    (content) => {
      expect(findPictureFormat(bytes(content))).toBeUndefined()
    },
  )
})

describe('the size of a picture', () => {
  test.for([
    [0, undefined],
    [5 * 1024 * 1024, undefined],
    [5 * 1024 * 1024 + 1, 'Uploaded file is larger than the allowed limit of 5 MiB'],
  ])('of %i bytes: %s', ([size, refusal]) => {
    expect(refusalOfPictureSize(Number(size))?.message).toBe(refusal)
  })
})
