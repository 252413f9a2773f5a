import { exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'

const URL = 'http://documents.parley.test/api/types.d.ts'
const ask = (url: string, init: RequestInit = {}) => exports.default.fetch(url, init)

describe('GET /api/types.d.ts', () => {
  test('every visitor receives the types as text that every page may fetch', async () => {
    const response = await ask(URL)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await (await ask(URL.replace('documents', 'another'))).text()).toBe(await response.text())
  })

  test('the page of the API links to it', async () => {
    expect(await (await ask('http://documents.parley.test/api')).text()).toContain('href="/api/types.d.ts"')
  })
})
