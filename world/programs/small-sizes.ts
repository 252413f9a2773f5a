import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PlantedFault } from './planted.ts'

type Change = PlantedFault['changes'][number]

/**
 * Sizes of pages, batches and turns, and bounds of memory, that a small organization never reaches. With small ones it does what large
 * organizations do: it reads in pieces between which other requests run, and forgets what does not fit. What the server decides does not
 * depend on them. https://apple.github.io/foundationdb/testing.html calls such constants knobs.
 */
const SIZES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'src/events/recent-events.ts': { MAX_EVENTS: 20 },
  'src/events/event-log.ts': { IDS_PER_BLOCK: 20 },
  'src/events/delivery.ts': { LISTENERS_PER_TURN: 2, EVENTS_PER_DELIVERY: 3 },
  'src/events/queue-events.ts': { MAX_ROWS_PER_TURN: 10 },
  'src/events/queue-row.ts': { MAX_ROWS_SEARCHED: 10 },
  'src/events/spare-rows.ts': { MAX_ROWS: 20, ROWS_PER_TRIM: 5 },
  'src/events/gateways/gateway-log.ts': { CHARACTERS_IN_MEMORY: 4000, CHARACTERS_PER_SEGMENT: 2000 },
  'src/events/gateways/gateway.ts': { EXPIRED_AT_ONCE: 2 },
  'src/events/gateways/kept-lists.ts': { FEW_USERS: 2 },
  'src/events/gateways/kept-list.ts': { NUMBERS_PER_TURN: 2, MAX_DIFFERENCES: 2 },
  'src/events/gateways/sent-lists.ts': { LONG_LIST: 2 },
  'src/events/gateways/recipients.ts': { TESTS_PER_TURN: 2 },
  'src/events/gateways/listed-queues-storage.ts': { QUEUES_PER_PAGE: 2 },
  'src/events/gateways/audience-changes.ts': { MAX_CHANGES: 12 },
  'src/events/gateways/next-batch.ts': { EVENTS_PER_BATCH: 3, CHARACTERS_PER_BATCH: 4000 },
  'src/events/gateways/recent-recipients.ts': { MAX_CHARACTERS: 20_000 },
  'src/events/gateways/realm-gateways.ts': { MANY_QUEUES: 2 },
  'src/store/recent-changes.ts': { IDS_PER_PART: 4, MAX_PARTS: 2, MAX_CHANGES: 30 },
  'src/store/bodies.ts': { mostBytes: 4000 },
  'src/store/outbox.ts': { ROWS_PER_DRAIN: 3 },
  'src/store/d1-tables.ts': { BYTES_PER_STATEMENT: 2000 },
  'src/store/shared-commits.ts': { CHANGES_PER_COMMIT: 2 },
  'src/domain/people/presence/rules.ts': { MAX_LISTED_PEOPLE: 4, LISTED_AGAIN_PEOPLE: 3 },
  'src/domain/people/users/storage.ts': { USERS_PER_PART: 2 },
  'src/domain/people/users/encoded-user-lists.ts': { IDS_PER_BLOCK: 4 },
  'src/domain/channels/subscriptions/periods-storage.ts': { PERIODS_PER_PAGE: 2 },
  'src/domain/channels/subscriptions/load-channels.ts': { CHANNELS_PER_PART: 2 },
  'src/domain/organization/event-queues/due-work.ts': { QUEUES_PER_TURN: 2 },
  'src/domain/writing/sending/due-work.ts': { IDS_PER_BATCH: 5 },
  'src/domain/writing/deletion/retention.ts': { MESSAGES_PER_BATCH: 3 },
  'src/domain/data/restores/texts-storage.ts': { IDS_PER_PAGE: 3, IDS_PER_SCAN: 10, TEXTS_PER_SWEEP: 3 },
  'src/domain/data/restores/recover.ts': { USERS_PER_PAGE: 2 },
}

/** Returns what makes the sizes of a server small. */
export const smallSizes = (): Change[] =>
  Object.entries(SIZES).flatMap(([file, sizes]) => {
    const source = readFileSync(join(import.meta.dirname, '../..', file), 'utf8')
    return Object.entries(sizes).map(([name, size]) => {
      const [search, before] = new RegExp(`(const |readonly )${name} = [^,\\n]*`).exec(source) ?? []
      if (search === undefined) throw new Error(`${file} has no ${name}`)
      return { file, search, replace: `${before}${name} = ${size}` }
    })
  })
