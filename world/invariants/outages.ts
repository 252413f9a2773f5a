import type { Organization } from '../life/organization.ts'
import { isCalm } from '../life/weather.ts'
import { invoke } from '../platform/objects.ts'

const LONGEST_TROUBLE = 7_200_000
const LOOKS_EVERY = 15_000
/** An error, and the look whether the database is there, may be so far from each other. */
const BACK_MILLISECONDS = 60_000
/** Much longer than the pauses of the outbox. */
const WAITS_MILLISECONDS = 300_000
/** A drain looks beyond the rows of one database that is away, but not without end. */
const FEW_ROWS = 18

/** While databases are away or refuse rows, the rows of others arrive, and none counts as refused for its database. */
export class OutageCheck {
  readonly organization: Organization
  /** When each row that waits was seen first, by its number. */
  #seen = new Map<number, number>()
  /** The rows that the log has named as parked. */
  readonly #named = new Set<string>()

  constructor(organization: Organization) {
    this.organization = organization
    const { world } = organization
    const { logged } = world
    world.logged = (line) => {
      logged(line)
      if (!line.includes('"row_refused"')) return
      const { table, key, version } = JSON.parse(line)
      this.#named.add(`${table} ${key} ${version}`)
    }
  }

  /** From now on, until then, it looks at times. */
  plan({ from, to }: { from: number; to: number }): void {
    const { scheduler } = this.organization.world
    for (let at = from; at < to; at += LOOKS_EVERY) scheduler.at(at, () => this.#look())
  }

  #look(): void {
    this.#lookAtRefused()
    this.#lookAtWaiting()
  }

  #lookAtRefused(): void {
    const { world, failures } = this.organization
    const backAt = Math.max(...[...world.databases.values()].map((database) => database.backAt))
    const [row] = this.organization.query(
      `SELECT target, key, error FROM refused_rows
       WHERE refused_at > ${(backAt + BACK_MILLISECONDS) / 1000}
         AND (error LIKE '%Network connection lost%' OR error LIKE '%overloaded%') LIMIT 1`,
    )
    if (row) failures.push(`The row ${row.key} of ${row.target} counts as refused, and its database is away`)
  }

  #lookAtWaiting(): void {
    const { organization } = this
    const { world, realm, failures } = organization
    const { now } = world.scheduler
    const host: unknown = realm.running && Reflect.get(realm.running.code, 'host')
    const found: unknown = realm.running && host && invoke(realm.running.shared, 'waitingRows', [host])
    if (!Array.isArray(found)) return
    this.#seen = new Map(found.map(({ seq }) => [Number(seq), this.#seen.get(Number(seq)) ?? now]))
    if (found.length > FEW_ROWS) return
    const late = found.find(({ seq, place }) => {
      const database = world.databases.get(String(place))
      const isThere = database?.absence === undefined && (database?.backAt ?? now) < now - WAITS_MILLISECONDS
      return isThere && (this.#seen.get(Number(seq)) ?? now) < now - WAITS_MILLISECONDS
    })
    if (late) failures.push(`The row ${late.seq} waits for minutes for ${late.place}, which is there`)
  }

  /** Lets the trouble end. Then the log has named each row that is parked, and an administrator sends them again. */
  async end(): Promise<void> {
    const { organization } = this
    const { scheduler } = organization.world
    await scheduler.until(() => isCalm(organization.world), scheduler.now + LONGEST_TROUBLE)
    const parked = organization.query('SELECT target, key, version FROM refused_rows WHERE retry_at IS NULL')
    for (const { target, key, version } of parked)
      if (!this.#named.has(`${target} ${key} ${version}`))
        organization.fail(`The log does not name the row ${key} of ${target}, which is parked`)
    if (parked.length === 0) return
    for (const { client } of organization.members) {
      const answer = await scheduler.result(client.insist('POST', '/parley/outbox/retry'))
      if (answer.result === 'success') return
    }
    organization.fail('No user may send the parked rows again')
  }
}
