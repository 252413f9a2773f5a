import { DurableObject } from 'cloudflare:workers'

/** The least that an object with the tables of a realm does when it wakes: it asks for its alarm, and reads one row. */
export class Sleeper extends DurableObject<object> {
  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env)
    void ctx.blockConcurrencyWhile(async () => {
      await ctx.storage.getAlarm()
    })
  }

  /** Makes the tables. */
  run(statements: string) {
    this.ctx.storage.sql.exec(statements)
  }

  answer() {
    return this.ctx.storage.sql.exec('SELECT count(*) AS migrations FROM migrations').one()
  }

  /** Aborts the object, as when the platform moves it. */
  die() {
    this.ctx.abort('The bench wants to see it wake')
  }
}

/** Returns the response to a request below `/sleeper/`. */
export async function serveSleeper(request: Request, pathname: string, sleeper: DurableObjectStub<Sleeper>) {
  if (pathname === '/sleeper/run') await sleeper.run(await request.text())
  else if (pathname === '/sleeper/die') await sleeper.die().catch(() => undefined)
  else return Response.json(await sleeper.answer())
  return Response.json({})
}
