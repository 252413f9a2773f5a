import { env, exports } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { methodOf, pathParamsOf, type AnyEndpoint } from '../../src/api/endpoint'
import { fullPathOf, API_ROOT } from '../../src/api/routes'
import { aliasesOf } from '../../src/api/params'
import { mapTable } from '../../src/api/table'
import { endpoints } from '../../src/catalogue'
import { picking } from '../prove/chances'
import { draw } from '../prove/draw'
import { tablesOf } from '../prove/run'
import { captureConsole } from '../support/faults'
import { formOf } from '../support/person'
import { freshRealm, type Cast } from '../support/realm'
import { HOSTILE, HOSTILE_NARROWS } from './hostile'

/**
 * Sends hostile values in each parameter of each endpoint. No request may get a 500 or no response, and no refused request may
 * change a table. `npm test` tries a part, always the same for one seed. `npm run prove` tries more, and everything if it has
 * half an hour.
 */
const SECONDS = Number(env.PROVE_SECONDS || 0)
const EVERYTHING = SECONDS >= 1800
const SHARE = SECONDS > 60 ? 10 : 40
const SEED = Number(env.PROVE_SEED || 1)
const PATIENCE_MILLISECONDS = 30_000

/** One hostile request, and its name in the report. */
type Attempt = { name: string; path: string; init: RequestInit }

class Attack {
  readonly faults: string[] = []
  tried = 0
  #cast: Cast | undefined
  #before: Record<string, string> | undefined

  async realm(): Promise<Cast> {
    this.#cast ??= await freshRealm()
    return this.#cast
  }

  /** Takes a new realm if an allowed request has disabled this one. */
  async renew() {
    const { result } = (await this.#cast?.ada.get('/users/me')) ?? {}
    if (result !== 'success') this.#cast = this.#before = undefined
  }

  async make({ name, path, init }: Attempt): Promise<void> {
    const { realm, ada } = await this.realm()
    this.#before ??= await tablesOf(realm)
    this.tried++
    const headers = new Headers(init.headers)
    if (!headers.has('authorization'))
      headers.set('authorization', `Basic ${btoa(`${ada.email}:${ada.account.api_key}`)}`)
    const answer = exports.default.fetch(new Request(realm.url + path, { ...init, headers, redirect: 'manual' }))
    const response = await Promise.race([answer, tooLate()])
    if (response === undefined) return void this.faults.push(`${name}: no response`)
    const text = response.status === 101 ? '' : await response.text()
    // A missing service, such as the bouncer, has its own error code.
    if (response.status === 500 || (response.status > 500 && !isRefusal(text)))
      this.faults.push(`${name}: ${response.status} ${text}`)
    if (response.status < 400) this.#before = undefined
    else {
      // Pages refuse with HTML.
      if (path.startsWith(API_ROOT) && !isRefusal(text) && init.method !== 'HEAD')
        this.faults.push(`${name}: a refusal without a code: ${text}`)
      await this.#checkUnchanged(name)
    }
  }

  /** Reports the tables that a refused request changed. */
  async #checkUnchanged(name: string) {
    const after = await tablesOf(this.#cast!.realm)
    // A user has a UUID for the push service before that answers, and keeps it if it refuses.
    const changed = Object.keys(after).filter(
      (table) => table !== 'user_uuids' && after[table] !== this.#before?.[table],
    )
    if (changed.length > 0) this.faults.push(`${name} was refused, and changed ${changed.join(', ')}`)
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

/** Returns valid parameters, so that one hostile value is the only fault. */
async function validForm(endpoint: AnyEndpoint, attack: Attack): Promise<URLSearchParams> {
  const cast = await attack.realm()
  const world = { cast, people: [cast.dov, cast.ada], secrets: new Map(), counter: attack.tried }
  return formOf(mapTable(endpoint.params, (schema, name) => draw(schema, name, picking([]), world)))
}

function attempt(endpoint: AnyEndpoint, form: URLSearchParams, description: string, isQuery = false): Attempt {
  const rest = new URLSearchParams(form)
  let path = fullPathOf(endpoint)
  for (const name of pathParamsOf(endpoint)) {
    path = path.replace(new RegExp(`:${name}\\+?`), encodeURIComponent(form.get(name) ?? '').slice(0, 60_000))
    rest.delete(name)
  }
  const method = methodOf(endpoint)
  if (endpoint.kind === 'listener') rest.set('dont_block', 'true')
  const inQuery = isQuery || method === 'GET' || method === 'HEAD'
  return {
    name: `${method} ${path.slice(0, 100)} with ${description}`,
    path: inQuery && rest.size > 0 ? `${path}?${rest.toString()}` : path,
    init: { method, ...(inQuery ? {} : { body: rest }) },
  }
}

/** Returns a part of the items: another part for each call, and the same in each run. */
let turn = SEED * 7
const share = <Item>(items: readonly Item[], least = 1): Item[] => {
  if (EVERYTHING) return [...items]
  const step = Math.max(1, Math.floor(items.length / Math.max(least, Math.ceil(items.length / SHARE))))
  turn++
  return items
    .filter((_, nth) => (nth + turn * 11) % step === 0)
    .slice(0, Math.max(least, Math.ceil(items.length / SHARE)))
}

const shortened = (value: string) =>
  JSON.stringify(value.length > 80 ? `${value.slice(0, 80)}… (${value.length})` : value)

async function attacked(how: (attack: Attack, endpoint: AnyEndpoint) => Promise<void>): Promise<Attack> {
  const attack = new Attack()
  for (const endpoint of endpoints) {
    await how(attack, endpoint)
    await attack.renew()
  }
  return attack
}

const TIME = { timeout: SECONDS > 60 ? 7_200_000 : 180_000 }

describe('a hostile value', () => {
  test('in any parameter gets a response, and a refused request changes nothing', TIME, async () => {
    const logged = captureConsole('error')
    const attack = await attacked(async (each, endpoint) => {
      const form = await validForm(endpoint, each)
      for (const [name, schema] of Object.entries(endpoint.params)) {
        const values = name === 'narrow' ? [...HOSTILE, ...HOSTILE_NARROWS] : HOSTILE
        for (const value of share(values, 2)) {
          const hostile = new URLSearchParams(form)
          hostile.set(name, value)
          await each.make(attempt(endpoint, hostile, `${name} = ${shortened(value)}`))
        }
        const [alias] = aliasesOf(schema)
        if (alias === undefined) continue
        const both = new URLSearchParams([...form, [alias, '1']])
        await each.make(attempt(endpoint, both, `${name} and ${alias}`))
      }
    })
    expect([...attack.faults, ...logged].slice(0, 20).map((each) => each.slice(0, 500))).toEqual([])
    expect(attack.tried).toBeGreaterThan(800)
  })

  test('in any encoding, header or path gets a response, and a refused request changes nothing', TIME, async () => {
    const logged = captureConsole('error')
    const attack = await attacked(async (each, endpoint) => {
      const form = await validForm(endpoint, each)
      const plain = attempt(endpoint, form, 'valid parameters')
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
          'invalid UTF-8',
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
          'each field twice',
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
        ['credentials that are not Base64', { ...init, headers: { authorization: 'Basic \u00ff\u00fe' } }],
        ['empty credentials', { ...init, headers: { authorization: `Basic ${btoa(':')}` } }],
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
      for (const [description, more] of share(travels, 2)) {
        if (more.body !== undefined && !takesBody) continue
        await each.make({
          name: `${String(init.method)} ${path.slice(0, 80)} with ${description}`,
          path,
          init: { ...init, ...more },
        })
      }
      for (const method of share(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'], 1))
        if (endpoint.kind !== 'listener')
          await each.make({ name: `${method} ${path.slice(0, 80)}`, path, init: { method } })
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
          name: `${String(init.method)} ${trick.slice(0, 80)}`,
          path: trick,
          init: { method: init.method },
        })
    })
    expect([...attack.faults, ...logged].slice(0, 20).map((each) => each.slice(0, 500))).toEqual([])
  })
})
