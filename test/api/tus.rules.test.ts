import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { checksumMismatch, readChecksum, setTusHeaders, verifyChecksum, withMethodOverride } from '../../src/api/tus'

const DIGEST = createHash('sha1').update('hello').digest('base64')

describe('readChecksum', () => {
  test.each<[string, string, object | undefined]>([
    ['SHA-1 is supported', `sha1 ${DIGEST}`, { algorithm: 'sha1', digest: DIGEST }],
    ['SHA-256 is supported', 'sha256 AAAA', { algorithm: 'sha256', digest: 'AAAA' }],
    ['MD5 is not', `md5 ${DIGEST}`, undefined],
    ['the digest is in Base64', 'sha1 ???', undefined],
    ['the digest is required', 'sha1', undefined],
    ['an empty header is malformed', '', undefined],
  ])('%s', (_, header, checksum) => {
    expect(readChecksum(header)).toEqual(checksum)
  })
})

describe('verifyChecksum', () => {
  async function* chunks(...texts: string[]) {
    for (const text of texts) yield Buffer.from(text)
  }

  test('the bytes pass unchanged', async () => {
    const passed: Uint8Array[] = []
    for await (const chunk of verifyChecksum(chunks('he', 'llo'), { algorithm: 'sha1', digest: DIGEST }))
      passed.push(chunk)
    expect(Buffer.concat(passed).toString()).toBe('hello')
  })

  test('other bytes throw after the last chunk', async () => {
    const bytes = verifyChecksum(chunks('hullo'), { algorithm: 'sha1', digest: DIGEST })
    expect((await bytes.next()).done).toBe(false)
    await expect(bytes.next()).rejects.toThrow(checksumMismatch({}).message)
  })
})

describe('withMethodOverride', () => {
  const methodOf = (path: string, method: string, headers: Record<string, string>) =>
    withMethodOverride(new Request(`https://chat.test${path}`, { method, headers })).method
  const tus = { 'tus-resumable': '1.0.0' }

  test.each<[string, string, string, Record<string, string>, string]>([
    ['a POST becomes a PATCH', '/api/v1/tus/a', 'POST', { ...tus, 'x-http-method-override': 'PATCH' }, 'PATCH'],
    ['a POST becomes a DELETE', '/api/v1/tus/a', 'POST', { ...tus, 'x-http-method-override': 'delete' }, 'DELETE'],
    ['a POST does not become a GET', '/api/v1/tus/a', 'POST', { ...tus, 'x-http-method-override': 'GET' }, 'POST'],
    ['a PUT stays a PUT', '/api/v1/tus/a', 'PUT', { ...tus, 'x-http-method-override': 'PATCH' }, 'PUT'],
    [
      'other paths ignore the header',
      '/api/v1/users/1',
      'POST',
      { ...tus, 'x-http-method-override': 'DELETE' },
      'POST',
    ],
    ['other clients cannot use the header', '/api/v1/tus/a', 'POST', { 'x-http-method-override': 'DELETE' }, 'POST'],
  ])('%s', (_, path, method, headers, expected) => {
    expect(methodOf(path, method, headers)).toBe(expected)
  })
})

describe('setTusHeaders', () => {
  const headersFor = (headers: Record<string, string>, status: number) => {
    const response = new Response(null, { status })
    setTusHeaders(new Request('https://chat.test/', { headers }), response)
    return Object.fromEntries(response.headers)
  }

  test('every response to a tus client has the version', () => {
    expect(headersFor({ 'tus-resumable': '1.0.0' }, 404)).toEqual({ 'tus-resumable': '1.0.0' })
  })

  test('the response to a client with another version has the supported version', () => {
    expect(headersFor({ 'tus-resumable': '0.2.2' }, 412)).toEqual({ 'tus-resumable': '1.0.0', 'tus-version': '1.0.0' })
  })

  test('other responses have none', () => {
    expect(headersFor({}, 200)).toEqual({})
  })
})
