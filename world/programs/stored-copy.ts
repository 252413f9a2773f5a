import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { QUEUES_OF_COPY, unpackCopy } from '../../scripts/releases/copy.ts'
import { DEVELOPMENT_VARIABLES } from '../../scripts/dev-server.ts'
import { loadServer, type Bundle } from '../bundle.ts'
import type { World } from '../world.ts'

const ALARMS = 'metadata.sqlite'
/** Alarms are stored in nanoseconds. */
const NANOSECONDS = 1_000_000

/** Its name, and the people of it that are users. */
export const REALM_OF_COPY = 'parley'
export const accountsOf = ({ people }: OpenedCopy) =>
  Object.entries(people)
    .filter(([, { password }]) => password !== undefined)
    .map(([full_name, account]) => ({ full_name, ...account }))

/** The variables with which the copies were made. */
export const VARIABLES_OF_COPY = {
  DEPLOYMENT_SECRET: DEVELOPMENT_VARIABLES.DEPLOYMENT_SECRET,
  ENCRYPTION_SECRET: DEVELOPMENT_VARIABLES.ENCRYPTION_SECRET,
  ...QUEUES_OF_COPY,
}

/** Builds the Worker of a release, as it was published, with the stand-ins of the present world. */
export async function loadRelease(version: string): Promise<Bundle> {
  const folder = mkdtempSync(join(tmpdir(), 'parley-release-'))
  try {
    const { worker } = unpackCopy(version, folder)
    return await loadServer(version, { root: worker, entry: '/worker.js', shared: '' })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The people of a copy, and the files that the world reads and writes until it ends. */
export type OpenedCopy = ReturnType<typeof unpackCopy> & { remove(): void }

/** Opens what a release stored. The platform for development has a file for each object, and one for D1. */
export function openCopy(world: World, version: string): OpenedCopy {
  const folder = mkdtempSync(join(tmpdir(), 'parley-stored-'))
  const copy = unpackCopy(version, folder)
  const stored = join(copy.storage, 'v3')
  for (const className of ['RealmObject', 'GatewayObject'])
    openObjects(world, className, join(stored, 'do', `parley-${className}`))
  const databases = join(stored, 'd1/miniflare-D1DatabaseObject')
  for (const name of readdirSync(databases))
    if (isDatabase(name)) world.databases.get('DB')?.open(join(databases, name))
  openBucket(world, join(stored, 'r2'))
  return { ...copy, remove: () => rmSync(folder, { recursive: true }) }
}

const isDatabase = (name: string) => /^[0-9a-f]{64}\.sqlite$/.test(name)

/** The files have the ids of the objects. Each object that stores something has an alarm, and an alarm has both its id and its name. */
function openObjects(world: World, className: string, folder: string): void {
  const alarms = new Map(
    rowsIn(
      join(folder, ALARMS),
      'SELECT actor_id, actor_name, scheduled_time / ? AS time FROM _cf_ALARM',
      NANOSECONDS,
    ).map(({ actor_id, actor_name, time }) => [
      `${String(actor_id)}.sqlite`,
      { name: String(actor_name), time: Number(time) },
    ]),
  )
  for (const file of readdirSync(folder).filter(isDatabase)) {
    const alarm = alarms.get(file)
    if (alarm === undefined) throw new Error(`No alarm says which object ${file} of ${className} is`)
    world.object(className, alarm.name).stored.open(join(folder, file), alarm.time)
  }
}

function openBucket(world: World, folder: string): void {
  const objects = join(folder, 'miniflare-R2BucketObject')
  const [file] = readdirSync(objects).filter(isDatabase)
  const rows = file === undefined ? [] : rowsIn(join(objects, file), 'SELECT * FROM _mf_objects')
  for (const { key, blob_id, etag, uploaded, http_metadata, custom_metadata } of rows) {
    const blob = join(folder, 'parley/blobs', String(blob_id))
    if (!existsSync(blob)) throw new Error(`The bucket lacks ${String(key)}`)
    world.bucket.objects.set(String(key), {
      key: String(key),
      bytes: new Uint8Array(readFileSync(blob)),
      etag: String(etag),
      uploaded: new Date(Number(uploaded)),
      httpMetadata: JSON.parse(String(http_metadata)),
      customMetadata: JSON.parse(String(custom_metadata)),
    })
  }
}

function rowsIn(file: string, query: string, ...values: number[]) {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare(query).all(...values)
  } finally {
    database.close()
  }
}
