import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import { PointInTime } from '../../src/store/point-in-time'
import { captureConsole, evict, inStorage } from './faults'
import { doDueWork, preventAlarms } from './alarms'
import { succeeded, type Json, type Person } from './person'
import { asOperator } from './realm-copies'
import { freshRealm, type Cast, type TestRealm } from './realm'

/**
 * The platform's history of realms, which the local runtime does not have. A test says which states the history has, by
 * `remember`. A restart brings back all rows of all tables.
 */
type State = { seconds: number; tables: { name: string; columns: string[]; rows: unknown[][] }[] }

export class History {
  readonly #states: State[] = []
  #next: State | undefined

  constructor(readonly realm: TestRealm) {
    const { prototype } = PointInTime
    const spies = [
      vi.spyOn(prototype, 'now').mockImplementation(async () => this.#bookmarkOf(await this.#take())),
      vi.spyOn(prototype, 'at').mockImplementation(async (seconds) => this.#bookmarkAt(seconds)),
      vi.spyOn(prototype, 'restoreAtNextStart').mockImplementation(async (bookmark) => {
        this.#next = this.#states[Number(bookmark)]
        return this.#bookmarkOf(await this.#take())
      }),
      vi.spyOn(prototype, 'restartSoon').mockImplementation(() => undefined),
    ]
    onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  }

  /** Remembers the present state. Returns its time, in UNIX seconds. */
  async remember(): Promise<number> {
    return (await this.#take()).seconds
  }

  /** Restarts the object, with the state that was scheduled. */
  async restart(): Promise<void> {
    const next = this.#next
    this.#next = undefined
    if (next) await inStorage(this.realm, ({ storage }) => storage.transactionSync(() => reload(storage.sql, next)))
    await evict(this.realm)
  }

  async #take(): Promise<State> {
    const tables = await inStorage(this.realm, ({ storage }) => dump(storage.sql))
    const state = { seconds: Math.floor(Date.now() / 1000), tables }
    this.#states.push(state)
    return state
  }

  #bookmarkOf = (state: State): string => String(this.#states.indexOf(state))

  #bookmarkAt = (seconds: number): string => String(this.#states.findLastIndex((state) => state.seconds <= seconds))
}

const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\'`

const dump = (sql: SqlStorage): State['tables'] =>
  sql
    .exec<{ name: string }>(TABLES)
    .toArray()
    .map(({ name }) => {
      const cursor = sql.exec(`SELECT * FROM ${name}`)
      return { name, columns: cursor.columnNames, rows: [...cursor.raw()] }
    })

function reload(sql: SqlStorage, { tables }: State): void {
  for (const { name } of sql.exec<{ name: string }>(TABLES).toArray()) sql.exec(`DELETE FROM ${name}`)
  for (const { name, columns, rows } of tables) {
    const statement = `INSERT INTO ${name} (${columns.map((column) => `"${column}"`).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
    for (const row of rows) sql.exec(statement, ...row)
  }
}

/** All clocks of the server are this many seconds ahead, until the test ends. The clock of D1 is not. */
function clocksAhead(): (seconds: number) => void {
  const { now } = Date
  let ahead = 0
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead * 1000)
  onTestFinished(() => spy.mockRestore())
  return (seconds) => void (ahead += seconds)
}

/** Restores a state, and does the due work until users are served. Returns the restore. */
export async function restore(history: History, fields: Record<string, number>): Promise<Json> {
  const { realm } = history
  const { restore_id } = succeeded(await asOperator(realm, 'POST /parley/restores', fields))
  await history.restart()
  for (let runs = 0; runs < 50; runs++) {
    await doDueWork(realm)
    const { serves_users, restores } = succeeded(await asOperator(realm, 'GET /parley/restores'))
    if (serves_users) return restores.find((each: Json) => each.restore_id === restore_id)
  }
  throw new Error('The restore did not end')
}

/** Returns all texts that the databases have of a realm. Texts that are kept for a restore are left out. */
export async function textsInD1(realm: TestRealm): Promise<Json> {
  const databases = [env.DB, env.DB_2, env.DB_3].filter((database) => database !== undefined)
  const rowsIn = async (database: D1Database, query: string) =>
    (await database.prepare(query).bind(realm.name).all<Json>()).results
  const rowsOf = async (query: string) =>
    (await Promise.all(databases.map((database) => rowsIn(database, query)))).flat().toSorted((a, b) => a.id - b.id)
  return {
    messages: await rowsOf(
      'SELECT id, content, rendered_content, client, is_me_message FROM messages WHERE realm_id = ? AND is_deleted IS NULL ORDER BY id',
    ),
    versions: await rowsOf(
      "SELECT id, content, rendered_content FROM old_versions WHERE realm_id = ? AND content <> '' ORDER BY id",
    ),
    users: await rowsOf(
      `SELECT user_id, email, full_name, role, is_active, bot_type, bot_owner_id, date_joined, timezone, avatar_source,
              avatar_version, profile_data FROM users WHERE realm_id = ? ORDER BY user_id`,
    ),
  }
}

export type World = Cast & { history: History; pass: (seconds: number) => void }

/** Returns a realm whose states a test can restore. Its messages can be edited at any time. */
export async function realmWithHistory(): Promise<World> {
  captureConsole('warn')
  const cast = await freshRealm()
  await preventAlarms(cast.realm)
  succeeded(await cast.ada.patch('/realm', { message_content_edit_limit_seconds: JSON.stringify('unlimited') }))
  return { ...cast, history: new History(cast.realm), pass: clocksAhead() }
}

/** What users see: the state that they register, all messages with their histories, and what a search finds. */
export async function seenBy(people: readonly Person[], word: string): Promise<Json> {
  const seen: Json = {}
  for (const person of people) {
    const { state } = await person.registers()
    for (const field of [
      'queue_id',
      'last_event_id',
      'max_message_id',
      'server_timestamp',
      'event_queue_longpoll_timeout_seconds',
    ])
      delete state[field]
    const all = { anchor: 'oldest', num_before: 0, num_after: 200, allow_empty_topic_name: true }
    const { messages } = succeeded(await person.get('/messages', all))
    const search = { ...all, narrow: JSON.stringify([{ operator: 'search', operand: word }]) }
    const found = succeeded(await person.get('/messages', search)).messages.map(({ id }: Json) => id)
    seen[person.account.full_name] = { state, messages, found }
  }
  return seen
}
