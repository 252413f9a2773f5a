import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import { messagesInD1 } from '../../src/domain/messages/message-index/bodies-in-d1'
import { oldVersionsInD1 } from '../../src/domain/messages/history/old-versions-in-d1'
import { d1Writer } from '../../src/store/d1-tables'
import type { OutboxRow } from '../../src/store/outbox-row'
import type { Json } from './person'
import type { TestRealm } from './realm'

type Session = D1DatabaseSession & { bookmarkOrConstraint: string | null }
type Statement = D1PreparedStatement & { dbSession: Session; statement: string; params: unknown[] }

export type Replica = {
  /** The replica gets all rows that the primary has now. */
  catchUp(): Promise<void>
  /** The replica says that it has all rows. */
  claimToBeUpToDate(): void
  /** Which of both answered reads of texts since then, in order. */
  answers(): ('replica' | 'primary')[]
}

/**
 * Gives the first database a replica that has the rows of the last `catchUp()`. As on the platform, it answers a session that
 * asks for no state, or for a state that it has; all other reads go to the primary. The local runtime has no replicas.
 */
export async function replicaOf(realm: TestRealm): Promise<Replica> {
  await applyD1Migrations(env.SPARE_2, env.TEST_MIGRATIONS)
  let primaryState = 0
  let replicaState = 0
  const answers: ('replica' | 'primary')[] = []
  const bookmark = (state: number) => `${state}`.padStart(8, '0')
  const session: Session = Object.getPrototypeOf(env.DB.withSession())
  const statement: Statement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'))
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its own object
  const [batch, all] = [session.batch, statement.all]
  const isAnswered = ({ bookmarkOrConstraint: start }: Session) =>
    start === 'first-unconstrained' || (start !== null && /^\d+$/.test(start) && start <= bookmark(replicaState))
  const spies = [
    vi.spyOn(session, 'batch').mockImplementation(async function (this: Session, statements) {
      primaryState++
      return batch.call(this, statements)
    }),
    vi.spyOn(session, 'getBookmark').mockImplementation(() => bookmark(primaryState)),
    vi.spyOn(statement, 'all').mockImplementation(async function (this: Statement) {
      if (this.params[0] !== realm.name || !/messages|old_versions/.test(this.statement)) return all.call(this)
      const fromReplica = isAnswered(this.dbSession)
      answers.push(fromReplica ? 'replica' : 'primary')
      return all.call(fromReplica ? env.SPARE_2.prepare(this.statement).bind(...this.params) : this)
    }),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  return {
    async catchUp() {
      const state = primaryState
      const tables = [messagesInD1, oldVersionsInD1]
      const rows = await Promise.all(tables.map(({ name }) => rowsOf(name, realm)))
      await d1Writer(env.SPARE_2, realm.name, tables).write(rows.flat())
      replicaState = state
    },
    claimToBeUpToDate: () => void (replicaState = primaryState),
    answers: () => answers.splice(0),
  }
}

async function rowsOf(target: string, { name }: TestRealm): Promise<OutboxRow[]> {
  const { results } = await env.DB.prepare(`SELECT * FROM ${target} WHERE realm_id = ?`).bind(name).run<Json>()
  return results.map(({ id, version, ...body }) => ({ seq: 0, target, key: id, version, body: JSON.stringify(body) }))
}
