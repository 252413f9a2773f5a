/** What D1 was asked, and what that cost. A batch is one call, however many statements it carries. */
export type D1Meter = { calls: number; statements: number; read: number; written: number }

export const newMeter = (): D1Meter => ({ calls: 0, statements: 0, read: 0, written: 0 })

const COUNTED = ['all', 'run', 'first', 'raw', 'exec']

/** The same database, with every call counted. */
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
        // Nothing in the server uses the others, so their rows need no counting; that they are used must be noticed.
        if (COUNTED.includes(String(name))) throw new Error(`D1's ${String(name)} is not counted yet`)
        return Reflect.get(target, name)
      },
    })
    bare.set(proxy, statement)
    return proxy
  }

  return new Proxy(database, {
    get(target, name) {
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
}
