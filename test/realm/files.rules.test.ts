import { describe, expect, test } from 'vitest'
import { requestedRange } from '../../src/domain/realm/files/byte-range'
import { hasTextAt } from '../../src/images/bytes'
import {
  contentTypeOf,
  isDisplayable,
  isImageType,
  servedContentType,
} from '../../src/domain/realm/files/content-types'

describe('requestedRange', () => {
  test.for([
    [null, undefined],
    ['bytes=0-', { offset: 0, length: 100 }],
    ['bytes=10-19', { offset: 10, length: 10 }],
    ['bytes=90-200', { offset: 90, length: 10 }],
    ['bytes=-30', { offset: 70, length: 30 }],
    ['bytes=-300', { offset: 0, length: 100 }],
    ['bytes=100-', 'beyond'],
    ['bytes=-0', 'beyond'],
    ['bytes=20-10', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['lines=0-1', undefined],
  ] as const)('%s of 100 bytes: %j', ([header, expected]) => {
    expect(requestedRange(header, 100)).toEqual(expected)
  })

  test('is beyond the end for every part of an empty file', () => {
    for (const header of ['bytes=0-', 'bytes=-1']) expect(requestedRange(header, 0)).toBe('beyond')
  })
})

describe('contentTypeOf', () => {
  test.for([
    ['image/png', 'a.txt', 'image/png'],
    ['Text/Plain; charset=utf-16', 'a', 'text/plain'],
    ['', 'photo.JPG', 'image/jpeg'],
    ['application/octet-stream', 'a.pdf', 'application/pdf'],
    ['', 'a.unknown', 'application/octet-stream'],
    ['', 'no-extension', 'application/octet-stream'],
    ['not a type', 'a', 'application/octet-stream'],
    ['text/html\nx: y', 'a', 'application/octet-stream'],
  ] as const)('%j of %s: %s', ([declared, name, expected]) => {
    expect(contentTypeOf(declared, name)).toBe(expected)
  })
})

describe('servedContentType', () => {
  const BYTES = 'application/octet-stream'
  test.for([
    ['image/png', 'image/png'],
    ['text/plain', 'text/plain; charset=utf-8'],
    ['application/pdf', 'application/pdf'],
    ['text/html', BYTES],
    ['application/xhtml+xml', BYTES],
    ['image/svg+xml', BYTES],
    ['text/javascript', BYTES],
    ['text/css', BYTES],
    ['application/wasm', BYTES],
    ['multipart/related', BYTES],
    ['message/rfc822', BYTES],
  ] as const)('%s is served as %s', ([type, expected]) => {
    expect(servedContentType(type)).toBe(expected)
  })
})

describe('isDisplayable and isImageType', () => {
  test.for([
    ['image/png', true, true],
    ['image/svg+xml', false, false],
    ['video/mp4', true, false],
    ['text/plain', true, false],
    ['text/html', false, false],
    ['application/pdf', false, false],
  ] as const)('%s: %s, %s', ([type, displayable, image]) => {
    expect([isDisplayable(type), isImageType(type)]).toEqual([displayable, image])
  })
})

test('hasTextAt compares bytes with ASCII text', () => {
  const bytes = new TextEncoder().encode('RIFF1234WEBP')
  expect([hasTextAt(bytes, 0, 'RIFF'), hasTextAt(bytes, 8, 'WEBP'), hasTextAt(bytes, 9, 'WEBP')]).toEqual([
    true,
    true,
    false,
  ])
})
