/** The use of D1. A batch is one call, however many statements it has. */
export type D1Meter = { calls: number; statements: number; read: number; written: number }

export const newMeter = (): D1Meter => ({ calls: 0, statements: 0, read: 0, written: 0 })

const COUNTED = ['all', 'run', 'first', 'raw', 'exec']

/** Returns the database with each call counted in `meter`. Throws on a method that it does not count. */
export function counted(database: D1Database, meter: D1Meter): D1Database {
  const bare = new WeakMap<object, D1PreparedStatement>()

  const count = (results: readonly D1Result[]) => {
    meter.calls++
    meter.statements += results.length
    for (const { meta } of results) {
      meter.read += meta.rows_read
      meter.written += meta.rows_written
    }
  }

  const countedStatement = (statement: D1PreparedStatement): D1PreparedStatement => {
    const proxy = new Proxy(statement, {
      get(target, name) {
        if (name === 'bind') return (...values: unknown[]) => countedStatement(target.bind(...values))
        if (name === 'all' || name === 'run')
          return async () => {
            const result = await target[name]()
            count([result])
            return result
          }
        // The server uses none of the other methods. If it begins to, the bench must fail.
        if (COUNTED.includes(String(name))) throw new Error(`D1's ${String(name)} is not counted yet`)
        return Reflect.get(target, name)
      },
    })
    bare.set(proxy, statement)
    return proxy
  }

  const countedDatabase = <Target extends D1Database | D1DatabaseSession>(whole: Target): Target =>
    new Proxy(whole, {
      get(target, name) {
        if (name === 'withSession' && 'withSession' in target)
          return (start?: string) => countedDatabase(target.withSession(start))
        if (name === 'getBookmark' && 'getBookmark' in target) return () => target.getBookmark()
        if (name === 'prepare') return (text: string) => countedStatement(target.prepare(text))
        if (name === 'batch')
          return async (statements: D1PreparedStatement[]) => {
            const results = await target.batch(statements.map((each) => bare.get(each) ?? each))
            count(results)
            return results
          }
        throw new Error(`D1's ${String(name)} is not counted yet`)
      },
    })
  return countedDatabase(database)
}
