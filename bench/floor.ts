import { DurableObject } from 'cloudflare:workers'

/**
 * The least that a server on this platform can do: a Worker, one hop to a Durable Object, one row, an answer; polls held
 * by the object; a broadcast to sockets. What the real server costs is told as a multiple of this, in the same run.
 */
class Floor extends DurableObject<object> {
  #waiting: ((event: string) => void)[] = []

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env)
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, content TEXT NOT NULL) STRICT')
  }

  insert(content: string): { id: number } {
    const { id } = this.ctx.storage.sql
      .exec<{ id: number }>('INSERT INTO messages (content) VALUES (?) RETURNING id', content)
      .one()
    return { id }
  }

  /** One row, and everyone who waits is told. */
  release(event: string): { id: number } {
    const inserted = this.insert(event)
    const waiting = this.#waiting
    this.#waiting = []
    for (const answer of waiting) answer(event)
    for (const socket of this.ctx.getWebSockets()) socket.send(event)
    return inserted
  }

  parked(): number {
    return this.#waiting.length + this.ctx.getWebSockets().length
  }

  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get('upgrade') === 'websocket') {
      const { 0: theirs, 1: ours } = new WebSocketPair()
      this.ctx.acceptWebSocket(ours)
      return new Response(null, { status: 101, webSocket: theirs })
    }
    const event = await new Promise<string>((resolve) => {
      this.#waiting.push(resolve)
    })
    return new Response(event, { headers: { 'content-type': 'application/json' } })
  }
}

// Under the name that wrangler.toml knows, so that both run in the same configuration.
export { Floor as RealmObject }

export default {
  async fetch(request, { REALM }): Promise<Response> {
    const floor = REALM.get(REALM.idFromName('floor'))
    const { pathname } = new URL(request.url)
    if (pathname === '/listen') return floor.fetch(request)
    if (pathname === '/parked') return Response.json(await floor.parked())
    const content = await request.text()
    return Response.json(pathname === '/release' ? await floor.release(content) : await floor.insert(content))
  },
} satisfies ExportedHandler<{ REALM: DurableObjectNamespace<Floor> }>
