import { env, exports } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import { succeeded, type Json, type Person } from './person'
import type { TestRealm } from './realm'

/** A form with these files in it, each under a name of its own. */
export function formWith(...files: File[]): FormData {
  const form = new FormData()
  for (const [nth, file] of files.entries()) form.set(`file${nth}`, file)
  return form
}

export const fileOf = (content: string | Uint8Array<ArrayBuffer>, name = 'notes.txt', type = 'text/plain'): File =>
  new File([content], name, { type })

export const bytesOf = (size: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length: size }, (_, nth) => nth % 251)

/** Uploads a file, and means it to succeed. Its address begins with a slash. */
export async function uploaded(person: Person, file = fileOf('Notes')): Promise<{ url: string; filename: string }> {
  return succeeded(await uploads(person, file))
}

export const uploads = async (person: Person, ...files: File[]): Promise<Json> =>
  (await person.request('/user_uploads', { method: 'POST', body: formWith(...files) })).json()

/** What is at an address of the site, for somebody, or for nobody in particular. Redirects are for the test to see. */
export function visit(who: Person | TestRealm, address: string, init: RequestInit = {}): Promise<Response> {
  const url = 'realm_url' in who ? who.realm_url : who.url
  const headers = new Headers(init.headers)
  if ('account' in who) headers.set('authorization', `Basic ${btoa(`${who.email}:${who.account.api_key}`)}`)
  return exports.default.fetch(new Request(`${url}${address}`, { redirect: 'manual', ...init, headers }))
}

/** What R2 has of a realm. */
export async function keysOf(realm: TestRealm): Promise<string[]> {
  const { objects } = await env.FILES.list({ prefix: `${realm.name}/` })
  return objects.map(({ key }) => key.slice(realm.name.length + 1))
}

/** R2 refuses what it is asked to do, for one realm, until mended or the test ends. */
export function breakR2(
  realm: TestRealm,
  ...methods: ('put' | 'get' | 'head' | 'delete' | 'createMultipartUpload')[]
): () => void {
  const bucket: R2Bucket = Object.getPrototypeOf(env.FILES)
  const spies = methods.map((method) => {
    const really = bucket[method] as (...args: unknown[]) => unknown
    return vi.spyOn(bucket, method).mockImplementation(function (this: R2Bucket, ...args: unknown[]): never {
      const [keys] = args
      const isRealms = [keys].flat().some((key) => String(key).startsWith(`${realm.name}/`))
      if (isRealms) throw new Error('R2 is away')
      return really.apply(this, args) as never
    } as never)
  })
  const mend = () => {
    for (const spy of spies) spy.mockRestore()
  }
  onTestFinished(mend)
  return mend
}

/** When R2 is given something of this realm the next time, something else comes first. */
export function beforeR2IsGiven(realm: TestRealm, act: () => Promise<unknown>): void {
  const bucket: R2Bucket = Object.getPrototypeOf(env.FILES)
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the object it was asked of
  const put = bucket.put as (...args: unknown[]) => Promise<unknown>
  const spy = vi.spyOn(bucket, 'put').mockImplementation(async function (this: R2Bucket, ...args: unknown[]) {
    if (String(args[0]).startsWith(`${realm.name}/`)) {
      spy.mockRestore()
      await act()
    }
    return put.apply(this, args)
  } as never)
  onTestFinished(() => spy.mockRestore())
}
