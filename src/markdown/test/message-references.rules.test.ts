import { describe, expect, test } from 'vitest'
import { references } from './support/example-realm'

describe('message references', () => {
  test('list links, images and uploaded files', () => {
    expect(references('a [b](/user_uploads/2/ab/c.txt) http://zulip.testserver/user_uploads/2/ab/d.png')).toMatchObject(
      {
        has_link: true,
        has_image: true,
        upload_paths: ['2/ab/c.txt', '2/ab/d.png'],
        links: [],
      },
    )
    expect(references('> https://example.com/a')).toMatchObject({ has_link: true, links: [] })
    expect(references('https://example.com/a https://example.com/a https://example.com/b.png')).toMatchObject({
      links: ['https://example.com/a'],
      has_image: true,
    })
    expect(references('nothing `https://example.com`')).toMatchObject({ has_link: false, has_image: false, links: [] })
    expect(references('https://evil.example.com/user_uploads/2/ab/d.png').upload_paths).toEqual([])
  })

  test('recognise a /me message', () => {
    expect(references('/me waves').is_me_message).toBe(true)
    expect(references('/men wave').is_me_message).toBe(false)
  })
})
