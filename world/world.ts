import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bundle } from './bundle.ts'
import type { Crossings } from './crossings.ts'
import { Faults } from './faults.ts'
import type { Json, Shared } from './shared-parts.ts'
import { Places, HOME } from './places.ts'
import { Caches } from './platform/caches.ts'
import { Database, d1BindingOf } from './platform/d1.ts'
import { Fingerprint } from './platform/fingerprint.ts'
import { Host } from './platform/host.ts'
import { Isolate } from './platform/isolate.ts'
import { modelsBindingOf } from './platform/models.ts'
import { cross, type Network } from './platform/network.ts'
import { addNewerJavaScript } from './platform/newer-javascript.ts'
import { DurableObjectOfWorld } from './platform/objects.ts'
import { bindingOf } from './platform/stubs.ts'
import { Bucket, r2BindingOf } from './platform/r2.ts'
import { WorldResponse } from './platform/responses.ts'
import type { StoredObject } from './platform/storage.ts'
import { serve, workHourly, type RunningWorker } from './platform/worker.ts'
import { Points } from './points.ts'
import { randomOf, type Random } from './random.ts'
import { BEGINNING, Scheduler } from './scheduler.ts'
import { VARIABLES } from './variables.ts'

addNewerJavaScript()

const MIGRATIONS = join(import.meta.dirname, '../migrations/d1')
const DATABASES = ['DB', 'DB_2', 'DB_3'] as const
const WORKERS_PER_PLACE = 2
const MAX_LINES = 400

export type WorldOptions = { seed: number; bundle: Bundle } & Partial<Options>
type Options = { points: Points; variables: Record<string, string>; crossings: Crossings | undefined }

/** The platform with the server on it: Workers in each place, objects, databases, buckets, and what time it is. */
export class World {
  readonly seed: number
  readonly scheduler = new Scheduler(BEGINNING)
  readonly places: Places
  readonly faults: Faults
  readonly network: Network
  readonly objects = new Map<string, DurableObjectOfWorld>()
  readonly databases: ReadonlyMap<string, Database>
  readonly bucket = new Bucket('FILES')
  readonly backups = new Bucket('BACKUPS')
  readonly caches = new Caches()
  /** The code of new Workers and of new instances of objects. */
  bundles: { workers: Bundle; objects: Bundle }
  /** Answers requests to other servers. */
  outside: (request: Request) => Promise<Response> = async () => new Response(null, { status: 404 })
  /** Answers questions to the language models of the platform. */
  models: (input: object) => Promise<object> = async () => ({})
  /** Called with each line of the log of the server. */
  logged: (line: string) => void = () => undefined
  /** Called before each call of an object. */
  entered: (key: string) => void = () => undefined
  /** The last turns, in words. */
  readonly lines: string[] = []
  readonly #workers = new Map<string, RunningWorker[]>()
  readonly #variables: Record<string, string>

  constructor({ seed, bundle, points = new Points(bundle), variables = {}, crossings }: WorldOptions) {
    this.seed = seed
    this.#variables = variables
    this.bundles = { workers: bundle, objects: bundle }
    this.places = new Places(this.random('places'))
    const note = (line: string) => this.note(line)
    this.faults = new Faults({ random: this.random('faults'), scheduler: this.scheduler, points, note })
    this.network = {
      scheduler: this.scheduler,
      random: this.random('network'),
      faults: this.faults,
      places: this.places,
      crossings,
    }
    const parts = { ...this.network, seeded: (name: string) => this.random(name) }
    this.databases = new Map(DATABASES.map((name) => [name, new Database(name, HOME, parts)]))
    this.migrate()
  }

  /** Brings the databases up to date, as a deployment does before it changes the code. */
  migrate(): void {
    const migrations = readdirSync(MIGRATIONS)
      .filter((name) => name.endsWith('.sql'))
      .sort()
    for (const database of this.databases.values())
      for (const name of migrations) database.migrate(name, readFileSync(join(MIGRATIONS, name), 'utf8'))
  }

  random(name: string): Random {
    return randomOf(this.seed, name)
  }

  note(line: string): void {
    this.lines.push(`${new Date(this.scheduler.now).toISOString()} ${line}`)
    if (this.lines.length > MAX_LINES) this.lines.splice(0, MAX_LINES / 2)
  }

  /** Returns the response to a client's request. Rejects if the request or the response is lost. */
  fetch(client: Host, request: Request): Promise<Response> {
    const name = `${request.method} ${new URL(request.url).pathname}`
    const isDistant = client.isOfClient && client.place !== HOME
    const answer = () => this.#fetch(client, request, name)
    return isDistant && this.network.crossings ? this.network.crossings.count(name, answer) : answer()
  }

  async #fetch(client: Host, request: Request, name: string): Promise<Response> {
    const response = await cross(this.network, client, {
      kind: 'outside',
      to: client.place,
      name,
      // The Worker that is there when the request arrives: one that was there before may have ended.
      arrive: () => serve(this.#workerIn(client.place), request),
      drop: (lost) => lost instanceof WorldResponse && lost.webSocket?.lose(),
    })
    if (response instanceof WorldResponse) response.webSocket?.moveTo(client)
    return response
  }

  workHourly = (): Promise<void> => workHourly(this.#workerIn(HOME))

  #workerIn(place: string): RunningWorker {
    const workers = this.#workers.get(place) ?? []
    this.#workers.set(place, workers)
    const at = this.network.random.below(WORKERS_PER_PLACE)
    const found = workers[at]
    if (found?.host.isAlive) return found
    const host = new Host(this.scheduler, `Worker ${at} in ${place}`, place)
    host.crash = (why) => this.#endWorker(host, why)
    const last = this.network.random.chance(SAME_ISOLATE) ? found?.isolate : undefined
    return (workers[at] = { host, isolate: this.#isolateFor(host, this.bundles.workers, last), env: this.#env(host) })
  }

  #endWorker(host: Host, why: string): void {
    this.note(`${host.name} ends: ${why}`)
    host.end()
  }

  /** From now on, Workers or objects run another bundle. Objects end at once. Workers finish their requests for a while. */
  deploy(which: 'workers' | 'objects', bundle: Bundle): void {
    this.note(`deploy of ${bundle.version} to ${which}`)
    this.bundles[which] = bundle
    if (which === 'objects')
      for (const object of this.objects.values()) object.crash('a new version', { isDeploy: true })
    else {
      const old = [...this.#workers.values()].flat()
      this.#workers.clear()
      this.scheduler.after(GRACE_MILLISECONDS, () => {
        for (const { host } of old) if (host.isAlive) host.crash('a new version')
      })
    }
  }

  object(className: string, name: string): DurableObjectOfWorld {
    const key = `${className} ${name}`
    let found = this.objects.get(key)
    if (found === undefined) {
      found = new DurableObjectOfWorld(name, {
        ...this.network,
        className,
        isolate: (host, last) => this.#isolateFor(host, this.bundles.objects, last),
        place: () => HOME,
        seeded: (part) => this.random(part),
        note: (line) => this.note(line),
        entered: () => this.entered(key),
      })
      this.objects.set(key, found)
    }
    return found
  }

  #isolateFor(host: Host, bundle: Bundle, last: Isolate | undefined): Isolate {
    if (last?.version !== bundle.version) return this.#isolate(host, bundle)
    last.moveTo(host)
    return last
  }

  #isolate(host: Host, bundle: Bundle): Isolate {
    return new Isolate(host, {
      bundle,
      network: this.network,
      random: this.random(`isolate ${host.name} ${this.scheduler.turns}`),
      env: (of) => this.#env(of),
      caches: (of) => this.caches.bindingOf(this.network, of),
      fetch: (of, request) => this.#fetchOutside(of, request),
      // A stack names the caller of the world.
      log: (line) => {
        this.note(`${host.name} logs ${line.replace(/,"stack":.*$/, '')}`)
        this.logged(line)
      },
    })
  }

  /** Returns what the tests of the server share with the world, from an isolate of its own. */
  sharedParts(bundle = this.bundles.workers): Shared {
    const { shared } = this.#isolate(new Host(this.scheduler, 'checks', HOME), bundle)
    if (!isShared(shared)) throw new Error('The bundle does not share what the tests need')
    return shared
  }

  /** Runs a query in what an object stores. */
  query({ database }: StoredObject, text: string): Json[] {
    return database.prepare(text).all()
  }

  #fetchOutside(host: Host, request: Request): Promise<Response> {
    const name = `${request.method} ${request.url}`
    return cross(this.network, host, { kind: 'outside', to: HOME, name, arrive: () => this.outside(request) })
  }

  #env(host: Host): Record<string, unknown> {
    const { network } = this
    return {
      ...VARIABLES,
      ...this.#variables,
      ...Object.fromEntries(
        [...this.databases].map(([name, database]) => [name, d1BindingOf(database, network, host)]),
      ),
      FILES: r2BindingOf(this.bucket, network, host),
      BACKUPS: r2BindingOf(this.backups, network, host),
      AI: modelsBindingOf(network, host, (input) => this.models(input)),
      REALM: bindingOf(network, host, (name) => this.object('RealmObject', name)),
      GATEWAY: bindingOf(network, host, (name) => this.object('GatewayObject', name)),
      NEIGHBOR: bindingOf(network, host, (name) => this.object('NeighborObject', name)),
    }
  }

  /** Frees the memory of all databases. */
  close(): void {
    for (const { stored } of this.objects.values()) stored.database.close()
    for (const database of this.databases.values()) database.close()
  }

  /** Returns one number for all rows of all objects and databases. */
  fingerprint(): string {
    const rows = new Fingerprint()
    for (const [name, { stored }] of [...this.objects].sort(([a], [b]) => (a < b ? -1 : 1)))
      rows.add(name, (text) => stored.sqlite.run(text, []).rows)
    for (const [name, database] of this.databases)
      rows.add(name, (text) => database.rows(text).map((row) => Object.values(row)))
    return rows.digest()
  }
}

const isShared = (found: object): found is Shared => 'applyEvent' in found && 'generators' in found
const GRACE_MILLISECONDS = 30_000
/** How often what begins anew finds modules that ran already, as on the platform. */
const SAME_ISOLATE = 0.8
