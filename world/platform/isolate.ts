import { GLOBALS, type Bundle, type Global } from '../bundle.ts'
import { cryptoOf } from './crypto.ts'
import type { Host } from './host.ts'
import { WorldResponse } from './responses.ts'
import { newSocketPair, WorldSocket } from './sockets.ts'
import { requireOf, WorldBlob, WorldCompressionStream } from './threads.ts'
import { abortSignalOf, dateOf, timersOf } from './timers.ts'
import type { Network } from './network.ts'
import type { Random } from '../random.ts'

export type IsolateParts = {
  bundle: Bundle
  network: Network
  random: Random
  /** The bindings and variables of one host. */
  env: (host: Host) => Record<string, unknown>
  caches: (host: Host) => object
  fetch: (host: Host, request: Request) => Promise<Response>
  log: (line: string) => void
}

/** The Worker's handlers. */
export type WorkerCode = {
  fetch(request: Request, env: object, ctx: object): Promise<Response>
  scheduled(controller: object, env: object, ctx: object): Promise<void>
  email(message: object, env: object, ctx: object): Promise<void>
}

/**
 * The modules of one bundle, which were run once. They belong to one host at a time: when an instance of an object ends, the next
 * one may find the same modules, as on the platform.
 */
export class Isolate {
  host: Host
  readonly version: string
  readonly #exports: Record<string, unknown> = {}
  readonly #parts: IsolateParts
  #timers: ReturnType<typeof timersOf>

  constructor(host: Host, parts: IsolateParts) {
    this.host = host
    this.version = parts.bundle.version
    this.#parts = parts
    this.#timers = timersOf(host)
    const globals = this.#globals()
    const run: unknown = parts.bundle.script.runInThisContext()
    if (typeof run !== 'function') throw new Error('The bundle is no function')
    Reflect.apply(run, undefined, [this.#exports, requireOf, 'bundle.js', ...GLOBALS.map((name) => globals[name])])
  }

  /** From now on the modules run for this host. */
  moveTo(host: Host): void {
    this.host = host
    this.#timers = timersOf(host)
  }

  get hasTimers(): boolean {
    return this.#timers.hasTimers
  }

  newObject(className: string, state: object): Record<string, unknown> {
    const found = this.#exports[className]
    if (typeof found !== 'function') throw new Error(`The bundle has no ${className}`)
    return Reflect.construct(found, [state, this.#parts.env(this.host)])
  }

  /** What the tests of the server share with the world. */
  get shared(): object {
    const { shared } = this.#exports
    if (typeof shared !== 'object' || shared === null) throw new Error('The bundle shares nothing')
    return shared
  }

  get worker(): WorkerCode {
    const { default: worker } = this.#exports
    if (!isWorker(worker)) throw new Error('The bundle has no Worker')
    return worker
  }

  #globals(): Record<Global, unknown> {
    const { network, random, caches, fetch, log } = this.#parts
    const write = (...values: unknown[]) =>
      log(values.map((value) => (value instanceof Error ? value.stack : String(value))).join(' '))
    const seeded = {
      get: (_: object, name: PropertyKey) => (name === 'random' ? () => random.next() : Reflect.get(Math, name)),
    }
    const waitUntil = (work: Promise<unknown>) =>
      void work.catch((error: unknown) => log(`waitUntil: ${String(error)}`))
    const pairOf = () => newSocketPair(network, this.host)
    return {
      platform: { DurableObject, tracing, waitUntil, connect: noConnections, wasm: compiled },
      Date: dateOf(() => this.host.clock),
      Math: new Proxy(Math, seeded),
      crypto: cryptoOf(random, network.scheduler),
      fetch: (input: string | Request, init?: RequestInit) => fetch(this.host, new Request(input, init)),
      caches: { open: (name: string) => Reflect.apply(Reflect.get(caches(this.host), 'open'), undefined, [name]) },
      scheduler: { wait: (milliseconds: number) => this.#timers.scheduler.wait(milliseconds) },
      console: { log: write, info: write, warn: write, error: write, debug: write },
      setTimeout: (act: () => void, milliseconds?: number) => this.#timers.setTimeout(act, milliseconds),
      clearTimeout: (id: number) => this.#timers.clearTimeout(id),
      setInterval: (act: () => void, milliseconds?: number) => this.#timers.setInterval(act, milliseconds),
      clearInterval: (id: number) => this.#timers.clearInterval(id),
      AbortSignal: abortSignalOf((act, milliseconds) => this.#timers.setTimeout(act, milliseconds)),
      Response: WorldResponse,
      Blob: WorldBlob,
      CompressionStream: WorldCompressionStream,
      WebSocket: WorldSocket,
      WebSocketPair: function WebSocketPair() {
        return pairOf()
      },
      WebSocketRequestResponsePair: class {
        constructor(request: string, response: string) {
          Object.assign(this, { request, response })
        }
      },
      FixedLengthStream: class extends TransformStream {
        constructor(_length: number) {
          super()
        }
      },
    }
  }
}

const isWorker = (found: unknown): found is WorkerCode =>
  typeof found === 'object' && found !== null && 'fetch' in found

class DurableObject {
  ctx: unknown
  env: unknown

  constructor(ctx: unknown, env: unknown) {
    this.ctx = ctx
    this.env = env
  }
}

const noConnections = () => {
  throw new Error('The world has no TCP connections')
}

const modules = new Map<string, WebAssembly.Module>()

/** Returns the module of these bytes. They are compiled once. */
function compiled(base64: string): WebAssembly.Module {
  const found = modules.get(base64) ?? new WebAssembly.Module(Buffer.from(base64, 'base64'))
  modules.set(base64, found)
  return found
}

/** No request is recorded: https://developers.cloudflare.com/workers/observability/traces/ */
const tracing = { getActiveSpan: () => undefined }
