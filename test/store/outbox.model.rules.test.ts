import { vi } from 'vitest'
import { d1Writer, type D1Table } from '../../src/store/d1-tables'
import { databaseOf, Generations } from '../../src/store/generations'
import { Outbox } from '../../src/store/outbox'
import type { OutboxRow } from '../../src/store/outbox-row'
import { realmSql } from '../../src/store/realm-sql'
import { outboxModel, type Place, type State, type Step } from '../../world/models/outbox'
import { sqlOf, StoredObject } from '../../world/platform/storage'
import { randomOf } from '../../world/random'
import { Scheduler } from '../../world/scheduler'
import { testModel } from '../support/models'

const files = import.meta.glob<string>('../../src/store/*.sql', { query: '?raw', import: 'default', eager: true })

const texts: D1Table = { name: 'texts', key: 'id', columns: ['content'], placedBy: 'first_message_id' }
const PLACES = ['DB', 'DB_2'] as const

/** Memory with SQLite, as a realm or a database has it. */
function memory() {
  const parts = { scheduler: new Scheduler(0), random: randomOf(1, 'model'), failsWrite: () => false }
  return sqlOf(new StoredObject(parts))
}

function memoryOfRealm() {
  const sql = memory()
  for (const text of Object.values(files)) sql.exec(text)
  return sql
}

/** A database that is written when the model says so. */
function database() {
  const sql = memory()
  sql.exec(
    'CREATE TABLE texts (realm_id TEXT, id INTEGER, version INTEGER, content TEXT, PRIMARY KEY (realm_id, id)) WITHOUT ROWID',
  )
  const session = {
    prepare: (text: string) => ({ bind: (...values: unknown[]) => ({ text, values }) }),
    batch: async (statements: { text: string; values: unknown[] }[]) => {
      for (const { text, values } of statements) sql.exec(text, ...values)
      return []
    },
    getBookmark: () => null,
  }
  const binding = { ...session, withSession: () => session } as unknown as D1Database
  const versions = () =>
    [1, 2].map((id) => sql.exec('SELECT version FROM texts WHERE id = ?', id).raw().next().value?.[0] ?? 0)
  return { write: d1Writer(binding, 'acme', [texts]).write, versions }
}

type Sent = {
  place: string
  rows: readonly OutboxRow[]
  answer: () => void
  lose: (error: Error) => void
  isWritten: boolean
}

/** The outbox of the server, which does what the steps of the model say. */
class RealOutbox {
  readonly sql = realmSql(memoryOfRealm() as unknown as SqlStorage)
  readonly databases = { DB: database(), DB_2: database() }
  readonly versions = [0, 0]
  generations: Generations
  outbox: Outbox
  sent: Sent | undefined
  late: Sent[] = []

  constructor() {
    this.generations = new Generations(this.sql)
    this.outbox = this.#start()
  }

  #start(): Outbox {
    this.generations = new Generations(this.sql)
    const placeOf = ({ key }: OutboxRow) => databaseOf(this.generations.all, 'first_message_id', key)
    const write = (place: string, rows: readonly OutboxRow[]) =>
      new Promise<void>((answer, lose) => {
        this.sent = { place, rows, answer, lose, isWritten: false }
      })
    const storeAt = (place: string) => ({
      write: (rows: readonly OutboxRow[]) => write(place, rows),
      isAvailable: async () => false,
      causeOf: () => 'store' as const,
    })
    const realm = { name: 'acme', now: () => 0, wakeAt: () => undefined }
    return new Outbox(this.sql, { areSeveral: true, placeOf, storeAt }, realm)
  }

  async do(step: Step): Promise<void> {
    const { sent } = this
    if (step.do === 'put') this.#put(step.key)
    if (step.do === 'drain') void this.outbox.drain()
    if (step.do === 'write' && sent) await this.#write(sent)
    if (step.do === 'answer' || step.do === 'lose' || step.do === 'restart') this.sent = undefined
    if (step.do !== 'answer' && step.do !== 'write' && sent && !sent.isWritten && this.sent === undefined)
      this.late.push(sent)
    if (step.do === 'answer') sent?.answer()
    if (step.do === 'lose') sent?.lose(new Error('The answer was lost'))
    if (step.do === 'restart') this.outbox = this.#start()
    if (step.do === 'write late') for (const batch of this.late.splice(step.at, 1)) await this.#write(batch)
    // The drain goes on in promises that need no time.
    for (let turn = 0; turn < TURNS; turn++) await Promise.resolve()
  }

  #put(key: number): void {
    if (key === 1 && this.versions[1] === 0) this.generations.begin('DB_2', { first_message_id: 2, first_edit_id: 1 })
    const version = (this.versions[key] = (this.versions[key] ?? 0) + 1)
    this.outbox.put('texts', key + 1, version, { content: `text ${key}, ${version}` })
  }

  async #write(batch: Sent): Promise<void> {
    await this.databases[batch.place as Place].write(batch.rows)
    batch.isWritten = true
  }

  get waiting() {
    return this.sql.all<{ key: number; version: number }>`SELECT key - 1 AS key, version FROM outbox ORDER BY seq`
  }

  get seen() {
    const stored = Object.fromEntries(PLACES.map((place) => [place, this.databases[place].versions()]))
    return { waiting: this.waiting, stored, sentTo: this.sent?.place }
  }
}

const TURNS = 40

const seenIn = ({ waiting, stored, sent }: State) => ({
  waiting: waiting.map(({ key, version }) => ({ key, version })),
  stored,
  sentTo: sent?.place,
})

function begin(): RealOutbox {
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'warn').mockReturnValue()
  return new RealOutbox()
}

testModel('the outbox with two generations of D1', {
  model: outboxModel,
  defects: ['an older version replaces', 'a row is confirmed by its key', 'texts go to the newest database'],
  states: 10_000,
  begin,
  seenIn,
  ways: 150,
})
