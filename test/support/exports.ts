import { env } from 'cloudflare:workers'
import { unpackTar } from 'modern-tar'
import { expect, onTestFinished, vi } from 'vitest'
import { visit } from './files'
import { crash, ringByHand } from './faults'
import { succeeded, type FieldValue, type Json, type Person } from './person'
import type { TestRealm } from './realm'

export const EXPORT = { public: 1, fullWithConsent: 2 }

export const exportsKnownTo = async (person: Person): Promise<Json[]> =>
  succeeded(await person.get('/export/realm')).exports

/** Rings until nothing is pending any more. */
export async function untilSettled(realm: TestRealm, person: Person): Promise<void> {
  for (let rings = 0; rings < 100; rings++) {
    if ((await exportsKnownTo(person)).every(({ pending }) => !pending)) return
    await ringByHand(realm)
  }
  throw new Error('An export was never settled')
}

/** Asks for an export, has it made, and answers it as it is told of. */
export async function exported(
  realm: TestRealm,
  person: Person,
  fields: Record<string, FieldValue> = {},
): Promise<Json> {
  const { id } = succeeded(await person.post('/export/realm', fields))
  await untilSettled(realm, person)
  return (await exportsKnownTo(person)).find((each) => each.id === id)
}

/** The path of an export's address. */
export const pathOf = ({ export_url }: Json): string => new URL(export_url).pathname

/** An export, downloaded by nobody in particular and unpacked. */
export async function downloaded(realm: TestRealm, told: Json): Promise<Unpacked> {
  const response = await visit(realm, pathOf(told))
  expect(response.status).toBe(200)
  const folder = `${realm.name}-export-${told.id}/`
  const entries = await unpackTar(response.body!, { strict: true })
  expect(entries.filter(({ header }) => header.type !== 'file' || !header.name.startsWith(folder))).toEqual([])
  const files = new Map(entries.map(({ header, data }) => [header.name.slice(folder.length), data!]))
  expect(files.size, 'each name is there once').toBe(entries.length)
  return new Unpacked(files)
}

export class Unpacked {
  constructor(readonly files: Map<string, Uint8Array>) {}

  get names(): string[] {
    return [...this.files.keys()]
  }

  text(name: string): string | undefined {
    const bytes = this.files.get(name)
    return bytes && new TextDecoder().decode(bytes)
  }

  /** Everything that is said anywhere. */
  get everything(): string {
    return this.names.map((name) => `${name}\n${this.text(name)}`).join('\n')
  }

  get organization(): Json {
    return JSON.parse(this.text('organization.json')!)
  }

  /** All of a part, whatever number of files it has. */
  all(part: string, field = part): Json[] {
    const pages = this.names.filter((name) => name.startsWith(`${part}-`) && name.endsWith('.json')).sort()
    return pages.flatMap((name) => JSON.parse(this.text(name)!)[field])
  }
}

/**
 * What R2 is given to keep for a realm, by name, from here on. Where it is said so, the object dies as soon as R2 has kept
 * it, before anything more is written down.
 */
export async function watchPuts(realm: TestRealm, dies: (nth: number) => boolean = () => false): Promise<string[]> {
  const bucket: R2Bucket = Object.getPrototypeOf(env.FILES)
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the bucket it was asked of
  const really = bucket.put as (...args: unknown[]) => Promise<R2Object>
  const names: string[] = []
  const spy = vi.spyOn(bucket, 'put').mockImplementation(async function (this: R2Bucket, ...args: unknown[]) {
    const kept = await really.apply(this, args)
    const [, name] = new RegExp(`^${realm.name}/exports/[^/]+/(.+)$`).exec(String(args[0])) ?? []
    if (name !== undefined && dies(names.push(name))) await crash(realm)
    return kept
  } as never)
  onTestFinished(() => spy.mockRestore())
  return names
}

/** What R2 is asked for of a realm from here on, by key. */
export function watchGets(realm: TestRealm): string[] {
  const bucket: R2Bucket = Object.getPrototypeOf(env.FILES)
  // oxlint-disable-next-line typescript/unbound-method -- it is called with the bucket it was asked of
  const really = bucket.get as (...args: unknown[]) => Promise<R2ObjectBody>
  const keys: string[] = []
  const spy = vi.spyOn(bucket, 'get').mockImplementation(function (this: R2Bucket, ...args: unknown[]) {
    const key = String(args[0])
    if (key.startsWith(`${realm.name}/`)) keys.push(key.slice(realm.name.length + 1))
    return really.apply(this, args)
  })
  onTestFinished(() => spy.mockRestore())
  return keys
}
