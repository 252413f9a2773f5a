import { describe, expect, test } from 'vitest'
import type { EventLog, PublishedEvent } from '../../src/events/event-log'
import { EventReader } from '../../src/events/event-reader'
import { AudienceChanges } from '../../src/events/gateways/audience-changes'
import { Directory } from '../../src/events/gateways/directory'
import { KeptLists } from '../../src/events/gateways/kept-lists'
import type { Queue } from '../../src/events/queue'
import type { Queues } from '../../src/events/queues'
import type { SqlReader } from '../../src/store/realm-sql'
import { gatewayQueue } from '../support/gateway-queues'

const ROWS = 300
const ROWS_PER_TURN = 100
const QUEUES = 1200

/** An audience of some rows, which are read in turns beforehand, or else at once when its users are listed. */
class CountingReader extends EventReader {
  rows = 0
  tests = 0
  readonly usersRead: number[] = []

  constructor(readonly candidates: ReadonlySet<number> | undefined) {
    super(
      () => ({ config: { check_declarations: true } }),
      {} as EventLog,
      new Map(),
      (_, user_ids) => this.usersRead.push(...user_ids),
    )
  }

  override *load(): Generator<void> {
    while (this.rows < ROWS) {
      this.rows += ROWS_PER_TURN
      yield
    }
  }

  override candidatesOf(): Set<number> | undefined {
    this.rows = ROWS
    return this.candidates && new Set(this.candidates)
  }

  override acceptanceOf(): (queue: Queue) => boolean {
    return ({ user_id }) => {
      this.tests++
      return user_id === 7
    }
  }

  override encode(): string {
    return 'text'
  }
}

const EVENT: PublishedEvent = {
  id: 10,
  kind: { type: 'news', summary: '', recipients: {}, fields: {}, variant: () => '' },
  audience: { parts: [] },
  facts: {},
  characters: 0,
  encodings: new Map(),
}

/** Assigns an event to the queues of 1,200 users. Every second queue wants events of this type. Returns what each turn did. */
function assign(candidates?: ReadonlySet<number>) {
  const reader = new CountingReader(candidates)
  const noRows = { cutAt: () => () => ({ rows: [], isCut: false }) } as unknown as SqlReader
  const directory = new Directory({} as Queues, noRows)
  for (const _ of directory.load());
  for (let user_id = 1; user_id <= QUEUES; user_id++)
    directory.add({ ...gatewayQueue(user_id), event_types: user_id % 2 === 0 ? ['other'] : null })
  const lists = new KeptLists({ reader, directory, changes: new AudienceChanges(), takeId: () => 1, isChecked: false })
  const turns: { rows: number; users: number; tests: number }[] = []
  const before = { rows: 0, users: 0, tests: 0 }
  const work = lists.assign(EVENT)
  for (;;) {
    const { done, value } = work.next()
    const now = { rows: reader.rows, users: reader.usersRead.length, tests: reader.tests }
    turns.push({ rows: now.rows - before.rows, users: now.users - before.users, tests: now.tests - before.tests })
    Object.assign(before, now)
    if (done) return { turns, recipients: value.get(1)?.recipients }
  }
}

describe('the recipients of an event are found in turns', () => {
  test('what the audience needs is read in turns before its users are listed', () => {
    const { turns, recipients } = assign(new Set([7]))
    expect(turns).toEqual([
      { rows: ROWS_PER_TURN, users: 0, tests: 0 },
      { rows: ROWS_PER_TURN, users: 0, tests: 0 },
      { rows: ROWS_PER_TURN, users: 0, tests: 0 },
      { rows: 0, users: 1, tests: 1 },
    ])
    expect(recipients).toEqual([[7]])
  })

  test('a turn reads the users of the queues that want the event, and then tests 500 queues', () => {
    const { turns, recipients } = assign()
    expect(turns.slice(3)).toEqual([
      { rows: 0, users: 250, tests: 500 },
      { rows: 0, users: 250, tests: 500 },
      { rows: 0, users: 100, tests: 200 },
    ])
    expect(recipients).toEqual([[7]])
  })
})
