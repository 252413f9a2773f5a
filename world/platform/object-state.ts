import type { GatedHost } from './gated-host.ts'
import { MAX_SOCKETS } from './limits.ts'
import { sqlOf, type StoredObject } from './storage.ts'
import type { SocketHolder, WorldSocket } from './sockets.ts'

/** What the state of an instance needs of its object: `objects.ts`. */
type StatefulObject = SocketHolder & {
  readonly name: string
  readonly stored: StoredObject
  readonly sockets: Set<WorldSocket>
  autoResponse: { request: string; response: string } | undefined
  crash(why: string): void
}

/** `ctx` of an instance. https://developers.cloudflare.com/durable-objects/api/state/ */
export class ObjectState {
  readonly id: { name: string; toString(): string }
  readonly storage: ReturnType<typeof storageOf>

  readonly object: StatefulObject
  readonly host: GatedHost

  constructor(object: StatefulObject, host: GatedHost) {
    this.object = object
    this.host = host
    const { name } = object
    this.id = { name, toString: () => name }
    this.storage = storageOf(object, host)
  }

  waitUntil(work: Promise<unknown>): void {
    work.catch(() => undefined)
  }

  /** If the work fails, the platform ends the instance. */
  blockConcurrencyWhile<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.host.blockWhile(work, (error) => this.object.crash(`its start failed: ${String(error)}`))
  }

  acceptWebSocket(socket: WorldSocket, tags: readonly string[] = []): void {
    if (this.object.sockets.size >= MAX_SOCKETS) throw new Error('The object has too many sockets')
    socket.tags = tags
    socket.holder = this.object
    this.object.sockets.add(socket)
  }

  getWebSockets(tag?: string): WorldSocket[] {
    return [...this.object.sockets].filter(({ tags }) => tag === undefined || tags.includes(tag))
  }

  setWebSocketAutoResponse(pair?: { request: string; response: string }): void {
    this.object.autoResponse = pair
  }

  getWebSocketAutoResponseTimestamp(socket: WorldSocket): Date | null {
    return socket.autoResponseAt
  }

  abort(reason: string): void {
    this.object.stored.commitNow()
    this.object.crash(reason)
  }
}

/** `ctx.storage`. https://developers.cloudflare.com/durable-objects/api/sqlite-storage-api/ */
function storageOf({ stored }: StatefulObject, host: GatedHost) {
  return {
    sql: sqlOf(stored),
    transactionSync: <Result>(change: () => Result): Result => stored.transaction(change),
    getAlarm: () => host.whileStored(() => stored.alarm),
    setAlarm: async (time: number | Date) => {
      stored.alarm = Number(time)
    },
    deleteAlarm: async () => {
      stored.alarm = null
    },
    deleteAll: () => host.whileStored(() => stored.deleteAll()),
    getCurrentBookmark: () => host.whileStored(() => stored.remember()),
    getBookmarkForTime: (time: number | Date) => host.whileStored(() => stored.bookmarkAt(Number(time))),
    onNextSessionRestoreBookmark: (bookmark: string) => host.whileStored(() => stored.restoreAtNextStart(bookmark)),
  }
}
