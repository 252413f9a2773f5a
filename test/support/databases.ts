import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import type { TestRealm } from './realm'

/** More bytes than the limit of a database. */
const FULL_BYTES = 9e9

/** The bindings of a deployment with several databases. */
export const DATABASES = ['DB', 'DB_2', 'DB_3'] as const
export type DatabaseName = (typeof DATABASES)[number]

/** What the platform's classes have, and their types do not say: a session knows its database by its fetcher. */
type Session = D1DatabaseSession & { fetcher: unknown }
type Statement = D1PreparedStatement & { dbSession: Session; params: unknown[] }

export type SeveralDatabases = {
  /** The database has as many bytes as it may have. */
  fill(name: DatabaseName): void
  /** This database has most room, and the others are full. A realm continues there after its next write. */
  continueIn(name: DatabaseName): void
  /** The database answers no call of this realm. */
  breakFor(name: DatabaseName, realm: TestRealm): void
  mend(): void
  /** The databases that answered a call of this realm since then, in order. */
  callsOf(realm: TestRealm): DatabaseName[]
}

/** Gives the deployment several databases until the test ends. D1 says of each how large it is, so the test says it here. */
export async function severalDatabases(count: number): Promise<SeveralDatabases> {
  const bytes: Record<DatabaseName, number> = { DB: 0, DB_2: 0, DB_3: 0 }
  const spares = { DB_2: env.SPARE_2, DB_3: env.SPARE_3 }
  const names = DATABASES.slice(0, count)
  await Promise.all(Object.values(spares).map((spare) => applyD1Migrations(spare, env.TEST_MIGRATIONS)))
  for (const name of names) if (name !== 'DB') env[name] = spares[name]
  const calls: { name: DatabaseName; realm: unknown }[] = []
  let broken: { name: DatabaseName; realm: string } | undefined

  const nameOf = ({ fetcher }: Session) =>
    names.find((name) => (env[name] as unknown as Session | undefined)?.fetcher === fetcher) ?? 'DB'
  const called = (name: DatabaseName, statement: D1PreparedStatement | undefined) => {
    const realm = (statement as Statement | undefined)?.params[0]
    if (broken?.name === name && broken.realm === realm) throw new Error('D1 is away')
    calls.push({ name, realm })
  }
  const sized = (result: D1Result, name: DatabaseName) => (result.meta.size_after = bytes[name])

  const session: Session = Object.getPrototypeOf(env.DB.withSession())
  const statement: Statement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'))
  // oxlint-disable-next-line typescript/unbound-method -- each is called with its own object
  const [batch, all] = [session.batch, statement.all]
  const spies = [
    vi.spyOn(session, 'batch').mockImplementation(async function (this: Session, statements) {
      const name = nameOf(this)
      called(name, statements[0])
      const results = await batch.call(this, statements)
      for (const result of results) sized(result, name)
      return results
    }),
    vi.spyOn(statement, 'all').mockImplementation(async function (this: Statement) {
      const name = nameOf(this.dbSession)
      called(name, this)
      const result = await all.call(this)
      sized(result, name)
      return result
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    for (const name of names) if (name !== 'DB') Reflect.deleteProperty(env, name)
  })
  return {
    fill: (name) => void (bytes[name] = FULL_BYTES),
    continueIn: (chosen) => {
      for (const name of DATABASES) bytes[name] = name === chosen ? 0 : FULL_BYTES
    },
    breakFor: (name, realm) => void (broken = { name, realm: realm.name }),
    mend: () => void (broken = undefined),
    callsOf: ({ name }) => calls.splice(0).flatMap((call) => (call.realm === name ? [call.name] : [])),
  }
}

/** Returns the ids of the messages whose bodies a database has. */
export async function bodiesIn(name: DatabaseName, realm: TestRealm): Promise<number[]> {
  const query = 'SELECT id FROM messages WHERE realm_id = ? AND is_deleted IS NULL ORDER BY id'
  const { results } = await env[name]!.prepare(query).bind(realm.name).all<{ id: number }>()
  return results.map(({ id }) => id)
}
