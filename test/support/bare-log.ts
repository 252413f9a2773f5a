import { migrations } from '../../src/catalogue'
import { EventReader } from '../../src/events/event-reader'
import type { Audience } from '../../src/events/event'
import { EventLog } from '../../src/events/event-log'
import type { Amount } from '../../src/events/log-size'
import type { ClientOptions, Queue } from '../../src/events/queue'
import { Queues } from '../../src/events/queues'
import { migrate } from '../../src/store/migrate'
import { realmSql, type Sql } from '../../src/store/realm-sql'
import { bareAudience, bareEvent } from './bare-declarations'
import { inStorage } from './faults'
import { TestRealm } from './realm'

/** An event log and its queues, without a realm. `restart` discards all that is only in memory. */
export type BareLog = {
  sql: Sql
  log: EventLog
  queues: Queues
  reader: EventReader
  clock: { now: number }
  restart(): void
  publish(type: string, user_id?: number): number
  /** Does this in a transaction that fails. */
  undoes(act: () => void): void
  register(user_id: number, event_types?: string[] | null): string
  /** Returns the ids of the events that a poll gets, and how many rows it reads and writes. */
  poll(queue_id: string, last_event_id: number, maxRows?: number): Poll
}

type Poll = { ids: number[]; read: number; written: number; isPartial: boolean }

const UNLIMITED: Amount = { rows: Infinity, bytes: Infinity }

const kinds = [
  bareEvent({ type: 'plain', fields: {} }),
  bareEvent({ type: 'other', fields: {} }),
  bareEvent({ type: 'ephemeral', fields: {}, isEphemeral: true }),
]
const oneUser = bareAudience({
  name: 'one_user',
  includes: (_, facts) => (queue) => 'user_id' in facts && facts.user_id === queue.user_id,
})
/** A client with no capabilities. */
export const plainClient: ClientOptions = {
  apply_markdown: false,
  client_gravatar: true,
  slim_presence: false,
  include_subscribers: 'false',
  capabilities: {},
}

export const withBareLog = (name: string, act: (bare: BareLog) => void, limit = UNLIMITED): Promise<void> =>
  inStorage(new TestRealm(name), ({ storage }) => {
    const sql = realmSql(storage.sql)
    migrate(sql, storage, migrations)
    const clock = { now: 1000 }
    const start = () => {
      const log = new EventLog(sql, new Map(kinds.map((kind) => [kind.type, kind])), () => clock.now, limit)
      const queues = new Queues(sql, () => clock.now, log.size)
      const reader = new EventReader(
        () => ({ config: { check_declarations: true } }),
        log,
        new Map([[oneUser.name, oneUser]]),
      )
      return { log, queues, reader }
    }
    const bare: BareLog = {
      sql,
      clock,
      ...start(),
      restart: () => void Object.assign(bare, start()),
      publish(type, user_id = 1) {
        const audience: Audience = { parts: [{ kind: oneUser.name, facts: { user_id } }] }
        const published = bare.log.append({ kind: kinds.find((kind) => kind.type === type)!, facts: {} }, audience)
        bare.log.ephemeral.add([published])
        return published.id
      },
      undoes(act) {
        const failed = new Error('undone')
        try {
          storage.transactionSync(() => {
            act()
            throw failed
          })
        } catch (error) {
          if (error !== failed) throw error
        }
        bare.log.rollBack()
        bare.queues.rewriteOnNextUse()
      },
      register(user_id, event_types = null) {
        const options = {
          event_types,
          all_public_streams: false,
          narrow: [],
          lifespan_seconds: 600,
          client: plainClient,
        }
        const queue_id = `queue ${bare.queues.allIds().length}`
        bare.queues.register({ user_id, session_id: null }, queue_id, bare.log.lastId, options)
        return queue_id
      },
      poll(queue_id, last_event_id, maxRows) {
        const before = { ...sql.meter }
        const queue: Queue = bare.queues.find(queue_id)!
        bare.queues.acknowledge(queue, last_event_id, bare.log.lastId)
        const { events, isPartial } = bare.reader.pending(queue, last_event_id, maxRows)
        bare.queues.touch(queue_id)
        const ids = events.map((json): number => JSON.parse(json).id)
        const { read, written } = sql.meter
        return { ids, isPartial, read: read - before.read, written: written - before.written }
      },
    }
    act(bare)
  })
