import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import type { TestRealm } from './realm'

// Faults of D1, for one realm. The server's code is not changed: the binding fails where the realm calls it.

type Batch = (statements: D1PreparedStatement[]) => Promise<D1Result[]>

/** What D1 does with a batch of the realm. `run` is the real method. */
export type BatchFault = (statements: D1PreparedStatement[], run: Batch) => Promise<D1Result[]>

/** D1 rejects every batch, as in an outage. */
export const unavailable: BatchFault = () => Promise.reject(new Error('D1 is away'))

/** D1 runs the statements of the batch, then a statement that fails. */
export const failingMidway: BatchFault = (statements, run) =>
  run([...statements, env.DB.prepare('SELECT nothing FROM nowhere')])

/** D1 commits the batch, but its answer does not arrive. */
export const answerLost: BatchFault = async (statements, run) => {
  await run(statements)
  throw new Error('The connection to D1 was lost')
}

/** D1 waits for `goOn` before it runs a batch. */
export const slow =
  (goOn: Promise<unknown>): BatchFault =>
  async (statements, run) => {
    await goOn
    return run(statements)
  }

/** D1 has no fault: for counting batches. */
export const working: BatchFault = (statements, run) => run(statements)

/** `calls` has the number of statements of each batch since then. */
export type BrokenD1 = { calls: number[]; mend: () => void }

/**
 * Gives the D1 of one realm a fault until `mend()` or the end of the test. The first value of each of the realm's statements
 * is its name. If D1 refuses batches, it refuses the reads at the edge as well.
 */
export function breakD1(realm: TestRealm, fault: BatchFault): BrokenD1 {
  // A call of the database itself goes through a session too.
  const session: D1DatabaseSession = Object.getPrototypeOf(env.DB.withSession())
  const statement: D1PreparedStatement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'))
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its own object
  const [batch, all] = [session.batch, statement.all]
  const isRealms = (candidate: unknown) => (candidate as { params: unknown[] }).params[0] === realm.name
  const calls: number[] = []
  const batches = vi.spyOn(session, 'batch').mockImplementation(async function (this: D1DatabaseSession, statements) {
    const run: Batch = (batchStatements) => batch.call(this, batchStatements)
    if (!statements.some(isRealms)) return run(statements)
    calls.push(statements.length)
    return fault(statements, run)
  })
  const reads = vi.spyOn(statement, 'all').mockImplementation(async function (this: D1PreparedStatement) {
    if (fault === unavailable && isRealms(this)) throw new Error('D1 is away')
    return all.call(this)
  })
  const mend = () => {
    batches.mockRestore()
    reads.mockRestore()
  }
  onTestFinished(mend)
  return { calls, mend }
}

type Read = (statement: D1PreparedStatement) => Promise<D1Result>

/** Replaces the next read of this realm's D1 whose text contains `part`. */
function replaceRead(
  realm: TestRealm,
  replacement: (read: () => Promise<D1Result>) => Promise<D1Result>,
  part = '',
): void {
  const statement: D1PreparedStatement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'))
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own object
  const { all } = statement
  const read: Read = (own) => all.call(own)
  const spy = vi.spyOn(statement, 'all').mockImplementation(async function (this: D1PreparedStatement) {
    const { params, statement: text } = this as unknown as { params: unknown[]; statement: string }
    if (params[0] !== realm.name || !text.includes(part)) return read(this)
    spy.mockRestore()
    return replacement(() => read(this))
  })
  onTestFinished(() => spy.mockRestore())
}

/** Acts once, just before the next read of this realm's D1. */
export const beforeD1IsRead = (realm: TestRealm, act: () => Promise<unknown>): void =>
  replaceRead(realm, async (read) => {
    await act()
    return read()
  })

/** Acts once, while the result of the next read of this realm's D1, of a statement with this text, is on its way. */
export const whileD1Answers = (realm: TestRealm, act: () => Promise<unknown>, part?: string): void =>
  replaceRead(
    realm,
    async (read) => {
      const result = await read()
      await act()
      return result
    },
    part,
  )

/** D1 does not answer when a realm notes a restore in the journal. `isNoted`: only the answer is lost. */
export function loseNotesOfRestores(realm: TestRealm, isNoted: boolean) {
  const statements: D1PreparedStatement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'))
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own object
  const { run } = statements
  return vi.spyOn(statements, 'run').mockImplementation(async function (this: D1PreparedStatement) {
    const isNote = String(Reflect.get(this, 'statement')).includes('INSERT INTO realm_restores')
    if (!isNote || Reflect.get(this, 'params')[0] !== realm.name) return run.call(this)
    if (isNoted) await run.call(this)
    throw new Error('The connection to D1 was lost')
  })
}
