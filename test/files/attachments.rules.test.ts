import { describe, expect, test } from 'vitest'
import { findLinkedPath, tokenOfPath } from '../../src/domain/files/attachments/rules'

describe('the path of the file to which a link leads', () => {
  test.for([
    ['1/ab/cdef/notes.txt', '1/ab/cdef/notes.txt'],
    ['download/1/ab/cdef/notes.txt', '1/ab/cdef/notes.txt'],
    ['thumbnail/1/ab/cdef/cat.png/840x560.webp', '1/ab/cdef/cat.png'],
    ['1/ab/cdef/r%C3%A9sum%C3%A9.txt', '1/ab/cdef/résumé.txt'],
    ['1/ab/cdef/100%.txt', undefined],
  ])('%s leads to %s', ([link, path_id]) => {
    expect(findLinkedPath(link!)).toBe(path_id)
  })
})

describe('the token of a path', () => {
  test.for([
    ['1/ab/cdef/notes.txt', 'cdef'],
    ['1/ab', ''],
  ])('of %s is %j', ([path_id, token]) => {
    expect(tokenOfPath(path_id!)).toBe(token)
  })
})
