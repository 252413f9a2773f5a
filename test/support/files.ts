import { env, exports } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import { succeeded, type Json, type Person } from './person'
import type { TestRealm } from './realm'

/** Returns a form with these files, each in a field of its own. */
export function formWith(...files: File[]): FormData {
  const form = new FormData()
  for (const [index, file] of files.entries()) form.set(`file${index}`, file)
  return form
}

export const fileOf = (content: string | Uint8Array<ArrayBuffer>, name = 'notes.txt', type = 'text/plain'): File =>
  new File([content], name, { type })

const PATTERN = Uint8Array.from({ length: 251 }, (_, index) => index)

/** Returns bytes that repeat after 251, so no two blocks of a power of two are equal. */
export function bytesOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += PATTERN.length) bytes.set(PATTERN.subarray(0, size - at), at)
  return bytes
}

/** Uploads a file, and returns its address, which begins with a slash. Fails the test if the server refuses it. */
export async function uploadFile(person: Person, file = fileOf('Notes')): Promise<{ url: string; filename: string }> {
  return succeeded(await requestUpload(person, file))
}

export const requestUpload = async (person: Person, ...files: File[]): Promise<Json> =>
  (await person.request('/user_uploads', { method: 'POST', body: formWith(...files) })).json()

/** Requests an address of the site, as a user or without credentials. Does not follow redirects. */
export function visit(visitor: Person | TestRealm, address: string, init: RequestInit = {}): Promise<Response> {
  const url = 'realm_url' in visitor ? visitor.realm_url : visitor.url
  const headers = new Headers(init.headers)
  if ('account' in visitor) headers.set('authorization', `Basic ${btoa(`${visitor.email}:${visitor.account.api_key}`)}`)
  return exports.default.fetch(new Request(`${url}${address}`, { redirect: 'manual', ...init, headers }))
}

/** Returns the keys of a realm's files in R2, without the name of the realm. */
export async function storedKeys(realm: TestRealm): Promise<string[]> {
  const { objects } = await env.FILES.list({ prefix: `${realm.name}/` })
  return objects.map(({ key }) => key.slice(realm.name.length + 1))
}

/** These methods of R2 fail for one realm, until the returned function is called or the test ends. */
export function breakR2(
  realm: TestRealm,
  ...methods: ('put' | 'get' | 'head' | 'delete' | 'createMultipartUpload')[]
): () => void {
  const bucket: R2Bucket = Object.getPrototypeOf(env.FILES)
  const spies = methods.map((method) => {
    const run = bucket[method] as (...args: unknown[]) => unknown
    return vi.spyOn(bucket, method).mockImplementation(function (this: R2Bucket, ...args: unknown[]): never {
      const [keys] = args
      const isRealms = [keys].flat().some((key) => String(key).startsWith(`${realm.name}/`))
      if (isRealms) throw new Error('R2 is away')
      return run.apply(this, args) as never
    } as never)
  })
  const mend = () => {
    for (const spy of spies) spy.mockRestore()
  }
  onTestFinished(mend)
  return mend
}

/** Acts once, just before the realm puts its next file into R2. */
export function beforeR2Put(realm: TestRealm, act: () => Promise<unknown>): void {
  const bucket: R2Bucket = Object.getPrototypeOf(env.FILES)
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own object
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

/** Returns the Markdown of a link to an uploaded file. */
export const linkTo = ({ url, filename }: { url: string; filename: string }): string => `[${filename}](${url})`
