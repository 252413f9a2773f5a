import { env } from 'cloudflare:workers'
import { unpackTar } from 'modern-tar'
import { expect, onTestFinished, vi } from 'vitest'
import { visit } from './files'
import { doDueWork, preventAlarms } from './alarms'
import { crash } from './faults'
import { succeeded, type FieldValue, type Json, type Person } from './person'
import { freshRealm, type Cast, type TestRealm } from './realm'

export const EXPORT = { public: 1, fullWithConsent: 2 }

/** Returns a realm without alarms: tests do the due work of exports when they need it. */
export async function realmWithoutAlarms(): Promise<Cast> {
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  return cast
}

export const setConsent = async (person: Person, consented = true): Promise<Json> =>
  succeeded(await person.patch('/settings', { allow_private_data_export: consented }))

export const listExports = async (person: Person): Promise<Json[]> =>
  succeeded(await person.get('/export/realm')).exports

/** Does due work until no export is pending. Fails after 100 runs. */
export async function untilExportsFinish(realm: TestRealm, person: Person): Promise<void> {
  for (let runs = 0; runs < 100; runs++) {
    if ((await listExports(person)).every(({ pending }) => !pending)) return
    await doDueWork(realm)
  }
  throw new Error('An export stays pending')
}

/** Requests an export, waits for it, and returns it as the list of exports has it. */
export async function createExport(
  realm: TestRealm,
  person: Person,
  fields: Record<string, FieldValue> = {},
): Promise<Json> {
  const { id } = succeeded(await person.post('/export/realm', fields))
  await untilExportsFinish(realm, person)
  return (await listExports(person)).find((candidate) => candidate.id === id)
}

/** Returns the path of the address of an export. */
export const exportPath = ({ export_url }: Json): string => new URL(export_url).pathname

/** Downloads an export without credentials, and unpacks it. */
export async function downloadExport(realm: TestRealm, listed: Json): Promise<ExportContents> {
  const response = await visit(realm, exportPath(listed))
  expect(response.status).toBe(200)
  const folder = `${exportPath(listed).split('/').at(-1)!.slice(0, -'.tar'.length)}/`
  const entries = await unpackTar(response.body!, { strict: true })
  expect(entries.filter(({ header }) => header.type !== 'file' || !header.name.startsWith(folder))).toEqual([])
  const files = new Map(entries.map(({ header, data }) => [header.name.slice(folder.length), data!]))
  expect(files.size, 'each name occurs once').toBe(entries.length)
  return new ExportContents(files)
}

export class ExportContents {
  constructor(readonly files: Map<string, Uint8Array>) {}

  get names(): string[] {
    return [...this.files.keys()]
  }

  text(name: string): string | undefined {
    const bytes = this.files.get(name)
    return bytes && new TextDecoder().decode(bytes)
  }

  /** The names and contents of all files. */
  get everything(): string {
    return this.names.map((name) => `${name}\n${this.text(name)}`).join('\n')
  }

  get organization(): Json {
    return JSON.parse(this.text('organization.json')!)
  }

  /** Returns the records of a part of the export, from all of its files. */
  all(part: string, field = part): Json[] {
    const pages = this.names.filter((name) => name.startsWith(`${part}-`) && name.endsWith('.json')).sort()
    return pages.flatMap((name) => JSON.parse(this.text(name)!)[field])
  }
}

/**
 * Returns a list to which each later put of an export of this realm adds its name. If `crashesAfter` returns true for a put,
 * the object crashes as soon as R2 has the file.
 */
export async function watchExportPuts(
  realm: TestRealm,
  crashesAfter: (putCount: number) => boolean = () => false,
): Promise<string[]> {
  const bucket: R2Bucket = Object.getPrototypeOf(env.FILES)
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own bucket
  const put = bucket.put as (...args: unknown[]) => Promise<R2Object>
  const names: string[] = []
  const spy = vi.spyOn(bucket, 'put').mockImplementation(async function (this: R2Bucket, ...args: unknown[]) {
    const stored = await put.apply(this, args)
    const [, name] = new RegExp(`^${realm.name}/exports/[^/]+/(.+)$`).exec(String(args[0])) ?? []
    if (name !== undefined && crashesAfter(names.push(name))) await crash(realm)
    return stored
  } as never)
  onTestFinished(() => spy.mockRestore())
  return names
}

/** Returns a list to which each later get of a file of this realm adds its key. */
export function watchGets(realm: TestRealm): string[] {
  const bucket: R2Bucket = Object.getPrototypeOf(env.FILES)
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own bucket
  const get = bucket.get as (...args: unknown[]) => Promise<R2ObjectBody>
  const keys: string[] = []
  const spy = vi.spyOn(bucket, 'get').mockImplementation(function (this: R2Bucket, ...args: unknown[]) {
    const key = String(args[0])
    if (key.startsWith(`${realm.name}/`)) keys.push(key.slice(realm.name.length + 1))
    return get.apply(this, args)
  })
  onTestFinished(() => spy.mockRestore())
  return keys
}
