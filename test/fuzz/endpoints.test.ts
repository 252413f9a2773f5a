import { env, exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { methodOf, pathParamsOf, type AnyEndpoint } from '../../src/api/endpoint'
import { addressOf, API_ROOT } from '../../src/api/routes'
import { aliasesOf } from '../../src/api/params'
import { mapTable } from '../../src/api/table'
import { endpoints } from '../../src/catalogue'
import { picking } from '../prove/chances'
import { draw } from '../prove/draw'
import { tablesOf } from '../prove/run'
import { hush, silenceAllAlarms } from '../support/faults'
import { formOf } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { HOSTILE, HOSTILE_NARROWS } from './hostile'

/**
 * Every endpoint of the catalogue, every parameter, everything that no client would say: never a 500, never silence, never
 * a change by what was refused. A run of the tests tries a part of it, the same each time for one seed; more of it
 * by `npm run prove`, and all of it where that has half an hour.
 */
const SECONDS = Number(env.PROVE_SECONDS || 0)
const EVERYTHING = SECONDS >= 1800
const SHARE = SECONDS > 60 ? 10 : 40
const SEED = Number(env.PROVE_SEED || 1)
const PATIENCE_MILLISECONDS = 30_000

/** One request that means no good, and what it is called when it succeeds in that. */
type Attempt = { called: string; path: string; init: RequestInit }

const asked = endpoints

class Attack {
  readonly wounds: string[] = []
  tried = 0
  #cast: Cast | undefined
  #before: Record<string, string> | undefined

  async realm(): Promise<Cast> {
    this.#cast ??= await freshRealm()
    return this.#cast
  }

  /** A realm that was brought down by what was allowed is of no use for more. */
  async renew() {
    const { result } = (await this.#cast?.ada.get('/users/me')) ?? {}
    if (result !== 'success') this.#cast = this.#before = undefined
  }

  async make({ called, path, init }: Attempt): Promise<void> {
    const { realm, ada } = await this.realm()
    this.#before ??= await tablesOf(realm)
    this.tried++
    const headers = new Headers(init.headers)
    if (!headers.has('authorization'))
      headers.set('authorization', `Basic ${btoa(`${ada.email}:${ada.account.api_key}`)}`)
    const answer = exports.default.fetch(new Request(realm.url + path, { ...init, headers, redirect: 'manual' }))
    const response = await Promise.race([answer, tooLate()])
    if (response === undefined) return void this.wounds.push(`${called}: no answer`)
    const text = response.status === 101 ? '' : await response.text()
    // What is missing elsewhere, a bouncer say, is said with a code of its own.
    if (response.status === 500 || (response.status > 500 && !isRefusal(text)))
      this.wounds.push(`${called}: ${response.status} ${text}`)
    if (response.status < 400) this.#before = undefined
    else {
      // People are refused with a page.
      if (path.startsWith(API_ROOT) && !isRefusal(text) && init.method !== 'HEAD')
        this.wounds.push(`${called}: a refusal that says nothing: ${text}`)
      await this.#looksAsBefore(called)
    }
  }

  /** What was refused has changed nothing. */
  async #looksAsBefore(called: string) {
    const after = await tablesOf(this.#cast!.realm)
    const changed = Object.keys(after).filter((table) => after[table] !== this.#before?.[table])
    if (changed.length > 0) this.wounds.push(`${called} was refused, and changed ${changed.join(', ')}`)
    this.#before = after
  }
}

async function tooLate(): Promise<undefined> {
  await scheduler.wait(PATIENCE_MILLISECONDS)
}

function isRefusal(text: string): boolean {
  try {
    const { result, msg, code } = JSON.parse(text)
    return result === 'error' && typeof msg === 'string' && typeof code === 'string'
  } catch {
    return false
  }
}

/** What the declaration would let somebody say, to have one thing wrong at a time. */
async function sensible(endpoint: AnyEndpoint, attack: Attack): Promise<URLSearchParams> {
  const cast = await attack.realm()
  const world = { cast, people: [cast.dov, cast.ada], said: new Map(), made: attack.tried }
  return formOf(mapTable(endpoint.params, (schema, name) => draw(schema, name, picking([]), world)))
}

function attempt(endpoint: AnyEndpoint, form: URLSearchParams, called: string, isQuery = false): Attempt {
  const rest = new URLSearchParams(form)
  let path = addressOf(endpoint)
  for (const name of pathParamsOf(endpoint)) {
    path = path.replace(new RegExp(`:${name}\\+?`), encodeURIComponent(form.get(name) ?? '').slice(0, 60_000))
    rest.delete(name)
  }
  const method = methodOf(endpoint)
  if (endpoint.kind === 'listener') rest.set('dont_block', 'true')
  const inQuery = isQuery || method === 'GET' || method === 'HEAD'
  return {
    called: `${method} ${path.slice(0, 100)} with ${called}`,
    path: inQuery && rest.size > 0 ? `${path}?${rest.toString()}` : path,
    init: { method, ...(inQuery ? {} : { body: rest }) },
  }
}

/** A part of all there is, another for each place where it is asked, and the same each time. */
let turn = SEED * 7
const share = <Item>(items: readonly Item[], least = 1): Item[] => {
  if (EVERYTHING) return [...items]
  const step = Math.max(1, Math.floor(items.length / Math.max(least, Math.ceil(items.length / SHARE))))
  turn++
  return items
    .filter((_, nth) => (nth + turn * 11) % step === 0)
    .slice(0, Math.max(least, Math.ceil(items.length / SHARE)))
}

const shown = (value: string) => JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}… (${value.length})` : value)

async function attacked(how: (attack: Attack, endpoint: AnyEndpoint) => Promise<void>): Promise<Attack> {
  const attack = new Attack()
  for (const endpoint of asked) {
    await how(attack, endpoint)
    await attack.renew()
  }
  return attack
}

const TIME = { timeout: SECONDS > 60 ? 7_200_000 : 180_000 }

describe('whatever anyone says', () => {
  test('in any parameter is answered or refused, and what is refused changes nothing', TIME, async () => {
    const logged = hush('error')
    silenceAllAlarms()
    const attack = await attacked(async (each, endpoint) => {
      const form = await sensible(endpoint, each)
      for (const [name, schema] of Object.entries(endpoint.params)) {
        const values = name === 'narrow' ? [...HOSTILE, ...HOSTILE_NARROWS] : HOSTILE
        for (const value of share(values, 2)) {
          const hostile = new URLSearchParams(form)
          hostile.set(name, value)
          await each.make(attempt(endpoint, hostile, `${name} = ${shown(value)}`))
        }
        const [alias] = aliasesOf(schema)
        if (alias === undefined) continue
        const both = new URLSearchParams([...form, [alias, '1']])
        await each.make(attempt(endpoint, both, `${name} and ${alias}`))
      }
    })
    expect([...attack.wounds, ...logged].slice(0, 20).map((each) => each.slice(0, 500))).toEqual([])
    expect(attack.tried).toBeGreaterThan(800)
  })

  test('and however it travels', TIME, async () => {
    const logged = hush('error')
    silenceAllAlarms()
    const attack = await attacked(async (each, endpoint) => {
      const form = await sensible(endpoint, each)
      const plain = attempt(endpoint, form, 'what makes sense')
      const { path, init } = plain
      const body = String(form)
      const travels: [string, RequestInit, string?][] = [
        ['JSON as a body', { body: '{"a":1}', headers: { 'content-type': 'application/json' } }],
        [
          'multipart without an end',
          {
            body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1',
            headers: { 'content-type': 'multipart/form-data; boundary=x' },
          },
        ],
        ['multipart without a boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }],
        [
          'bytes that are no UTF-8',
          {
            body: new Uint8Array([255, 254, 61, 192, 128, 38, 97, 61, 237, 160, 128]),
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          },
        ],
        [
          'broken escapes',
          {
            body: `${body}&%=%&%zz=%ff&=&&&`,
            headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-16' },
          },
        ],
        [
          'everything twice',
          { body: `${body}&${body}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        ],
        [
          'ten thousand fields',
          {
            body: Array.from({ length: 10_000 }, (_, n) => `f${n}=`).join('&'),
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          },
        ],
        [
          'more than a megabyte',
          { body: 'x'.repeat(1_100_000), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
        ],
        ['no credentials that anyone gave', { ...init, headers: { authorization: 'Basic \u00ff\u00fe' } }],
        ['credentials that are none', { ...init, headers: { authorization: `Basic ${btoa(':')}` } }],
        ['credentials of half a character', { ...init, headers: { authorization: `Basic ${btoa('\xed\xa0\x80:x')}` } }],
        ['another scheme', { ...init, headers: { authorization: `Bearer ${'x'.repeat(30_000)}` } }],
        [
          'large headers',
          {
            ...init,
            headers: {
              cookie: 'a='.repeat(20_000),
              'user-agent': '\u00ff/('.repeat(5000),
              origin: 'null',
              'last-event-id': '1e9',
            },
          },
        ],
      ]
      const takesBody = !['GET', 'HEAD'].includes(String(init.method))
      for (const [called, more] of share(travels, 2)) {
        if (more.body !== undefined && !takesBody) continue
        await each.make({
          called: `${String(init.method)} ${path.slice(0, 80)} with ${called}`,
          path,
          init: { ...init, ...more },
        })
      }
      for (const method of share(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], 1))
        if (endpoint.kind !== 'listener')
          await each.make({ called: `${method} ${path.slice(0, 80)}`, path, init: { method } })
      const tricks = [
        `${path}/`,
        `${path}//`,
        `/${path}`,
        `${path};a=b`,
        `${path}%00`,
        `${path}/..`,
        `${path}/%2e%2e/`,
        path.toUpperCase(),
        `${path}%`,
        `${path}\\`,
        `${path}?${'a=1&'.repeat(5000)}`,
        `${path}/${'x'.repeat(20_000)}`,
      ]
      for (const trick of share(tricks, 1))
        await each.make({
          called: `${String(init.method)} ${trick.slice(0, 80)}`,
          path: trick,
          init: { method: init.method },
        })
    })
    expect([...attack.wounds, ...logged].slice(0, 20).map((each) => each.slice(0, 500))).toEqual([])
  })
})
