import { onTestFinished, vi } from 'vitest'
import { Transactions } from '../../src/events/transactions'
import { RealmObject } from '../../src/realm-object'
import type { TestRealm } from './realm'

/** The realm serves other requests after so many rows at most. */
export const MAX_ROWS_PER_TURN = 25_000

/** Records what the realm reads in each of its transactions, between which it serves other requests, and with how many statements. */
export function costsOfTransactions(realm: TestRealm) {
  const rows: number[] = []
  const statements: number[] = []
  let meter: (() => { read: number; statements: number }) | undefined
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its own object
  const [{ ask }, { run }] = [RealmObject.prototype, Transactions.prototype]
  const spies = [
    vi.spyOn(RealmObject.prototype, 'ask').mockImplementation(function (this: RealmObject, call) {
      if (call.client.realm_name === realm.name) meter = () => this.meter()
      return ask.call(this, call)
    }),
    vi.spyOn(Transactions.prototype, 'run').mockImplementation(function <Result>(
      this: Transactions,
      change: () => Result,
    ) {
      const before = meter?.()
      const result = run.call(this, change) as Result
      const after = meter?.()
      if (before && after) {
        rows.push(after.read - before.read)
        statements.push(after.statements - before.statements)
      }
      return result
    }),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  return { rows, statements }
}
