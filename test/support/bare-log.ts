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

/** An event log with its queues and nothing else around it. `restart` forgets all that was only in memory. */
export type BareLog = {
  sql: Sql
  log: EventLog
  queues: Queues
  reader: EventReader
  clock: { now: number }
  restart(): void
  says(type: string, user_id?: number): number
  registers(user_id: number, event_types?: string[] | null): string
  /** What a poll hears, and how many rows it reads and writes. */
  polls(queue_id: string, last_event_id: number, mostRows?: number): Poll
}

type Poll = { ids: number[]; read: number; written: number; isPartial: boolean }

const UNLIMITED: Amount = { rows: Infinity, bytes: Infinity }

const kinds = [
  bareEvent({ type: 'told', fields: {} }),
  bareEvent({ type: 'other', fields: {} }),
  bareEvent({ type: 'fleeting', fields: {}, isEphemeral: true }),
]
const one = bareAudience({
  name: 'one',
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
    const wake = () => {
      const log = new EventLog(sql, new Map(kinds.map((kind) => [kind.type, kind])), () => clock.now, limit)
      const queues = new Queues(sql, () => clock.now, log.size)
      const reader = new EventReader(() => ({ config: { check_declarations: true } }), log, new Map([[one.name, one]]))
      return { log, queues, reader }
    }
    const bare: BareLog = {
      sql,
      clock,
      ...wake(),
      restart: () => void Object.assign(bare, wake()),
      says(type, user_id = 1) {
        const audience: Audience = { parts: [{ kind: one.name, facts: { user_id } }] }
        const published = bare.log.append({ kind: kinds.find((kind) => kind.type === type)!, facts: {} }, audience)
        bare.log.ephemeral.add([published])
        return published.id
      },
      registers(user_id, event_types = null) {
        const wishes = {
          event_types,
          all_public_streams: false,
          narrow: [],
          lifespan_seconds: 600,
          client: plainClient,
        }
        const queue_id = `queue ${bare.queues.allIds().length}`
        bare.queues.register(user_id, queue_id, bare.log.lastId, wishes)
        return queue_id
      },
      polls(queue_id, last_event_id, mostRows) {
        const before = { ...sql.meter }
        const queue: Queue = bare.queues.find(queue_id)!
        bare.queues.acknowledge(queue, last_event_id, bare.log.lastId)
        const { events, isPartial } = bare.reader.pending(queue, last_event_id, mostRows)
        bare.queues.touch(queue_id)
        const ids = events.map((json): number => JSON.parse(json).id)
        const { read, written } = sql.meter
        return { ids, isPartial, read: read - before.read, written: written - before.written }
      },
    }
    act(bare)
  })
