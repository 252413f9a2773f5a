import { DurableObject } from 'cloudflare:workers'
import { collectGarbage } from './garbage'
import { serveSleeper, Sleeper } from './sleeper'
import { CALL_HEADER, serveSameWork, type Call } from './same-work'

type Row = { id: number; content: string }

/**
 * The least that a server on this platform can do: a Worker, one call to a Durable Object, one row, a response; rows by
 * their key; polls that wait in the object; a broadcast to sockets. The bench gives the server's cost as a multiple of it.
 */
class Floor extends DurableObject<object> {
  #waiting = new Set<(event: string) => void>()
  readonly #keys = new Set<string>()

  constructor(ctx: DurableObjectState, env: object) {
    super(ctx, env)
    ctx.storage.sql.exec(`
      CREATE TABLE IF NOT EXISTS messages (id INTEGER PRIMARY KEY, content TEXT NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS message_index (id INTEGER PRIMARY KEY, conversation_id INTEGER, sender_id INTEGER) STRICT;
      CREATE INDEX IF NOT EXISTS by_conversation ON message_index (conversation_id, id);
      CREATE INDEX IF NOT EXISTS by_sender ON message_index (sender_id, id);
      CREATE TABLE IF NOT EXISTS conversations (id INTEGER PRIMARY KEY, max_id INTEGER) STRICT;
      INSERT OR IGNORE INTO conversations (id, max_id) VALUES (1, 0);
      CREATE TABLE IF NOT EXISTS events (id INTEGER PRIMARY KEY, audience TEXT, facts TEXT) STRICT;
      CREATE TABLE IF NOT EXISTS outbox (seq INTEGER PRIMARY KEY, key INTEGER, body TEXT) STRICT`)
  }

  insert(content: string): { id: number } {
    const { id } = this.ctx.storage.sql
      .exec<{ id: number }>('INSERT INTO messages (content) VALUES (?) RETURNING id', content)
      .one()
    return { id }
  }

  /** Writes the rows that a message of the server has, in a transaction: the index, the topic, the event, the outbox. */
  insertAsMessage(content: string): { id: number } {
    const { sql } = this.ctx.storage
    return this.ctx.storage.transactionSync(() => {
      const { id } = this.insert('')
      sql.exec('INSERT INTO message_index (id, conversation_id, sender_id) VALUES (?, 1, ?)', id, id % 32)
      sql.exec('UPDATE conversations SET max_id = ? WHERE id = 1', id)
      sql.exec('INSERT INTO events (id, audience, facts) VALUES (?, ?, ?)', id, '[{"stream_id":1}]', content + content)
      sql.exec('INSERT INTO outbox (key, body) VALUES (?, ?)', id, content + content)
      return { id }
    })
  }

  /** Returns as many rows by their key as a response of the server has messages. */
  take(first: number, count: number): { messages: Row[] } {
    const last = first + count - 1
    const found = this.ctx.storage.sql.exec<Row>(
      'SELECT id, content FROM messages WHERE id BETWEEN ? AND ? ORDER BY id',
      first,
      last,
    )
    return { messages: found.toArray() }
  }

  /** Inserts one row, and returns others with it. */
  insertAndTake(content: string, first: number, count: number): { id: number; messages: Row[] } {
    return { ...this.insert(content), ...this.take(first, count) }
  }

  /** Inserts many rows with the same content. Returns the id of the first. */
  fill(content: string, count: number): { first: number } {
    const { last } = this.ctx.storage.sql
      .exec<{ last: number }>('SELECT coalesce(max(id), 0) AS last FROM messages')
      .one()
    this.ctx.storage.sql.exec(
      `WITH RECURSIVE nth (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM nth WHERE n < ?)
       INSERT INTO messages (id, content) SELECT ? + n, ? FROM nth`,
      count,
      last,
      content,
    )
    return { first: last + 1 }
  }

  /** Inserts one row, and answers all waiting clients. */
  release(event: string): { id: number } {
    const inserted = this.insert(event)
    this.#deliver(event)
    return inserted
  }

  #deliver(event: string) {
    const waiting = this.#waiting
    this.#waiting = new Set()
    for (const answer of waiting) answer(event)
    for (const socket of this.ctx.getWebSockets()) socket.send(event)
  }

  /** Does the work of a server for a message: who sends it, its rows, and its listeners. */
  send({ key_hash, params: { content = '', event = '' } }: Call, isDelivered: boolean): { id: number } {
    this.#keys.add(key_hash)
    const written = this.insertAsMessage(content)
    if (isDelivered) this.#deliver(event)
    return written
  }

  parked(): number {
    return this.#waiting.size + this.ctx.getWebSockets().length
  }

  /** Does the work of a server for a poll: who waits, and that the client may leave. */
  #note({ key_hash }: Call, signal: AbortSignal, leave: () => void) {
    this.#keys.add(key_hash)
    signal.addEventListener('abort', leave)
  }

  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get('upgrade') === 'websocket') {
      const { 0: theirs, 1: ours } = new WebSocketPair()
      this.ctx.acceptWebSocket(ours)
      return new Response(null, { status: 101, webSocket: theirs })
    }
    const event = await new Promise<string>((resolve) => {
      this.#waiting.add(resolve)
      const call = request.headers.get(CALL_HEADER)
      if (call !== null) this.#note(JSON.parse(call), request.signal, () => this.#waiting.delete(resolve))
    })
    return new Response(event, { headers: { 'content-type': 'application/json' } })
  }
}

// The names in wrangler.toml, so that both programs run in the same configuration.
export { Floor as RealmObject, Floor as GatewayObject, Sleeper as NeighborObject }

export default {
  async fetch(request, { REALM, NEIGHBOR }): Promise<Response> {
    const url = new URL(request.url)
    const { pathname, searchParams } = url
    if (pathname.startsWith('/same/')) return serveSameWork(request, url, REALM.get(REALM.idFromName('same work')))
    if (pathname.startsWith('/sleeper/'))
      return serveSleeper(request, pathname, NEIGHBOR.get(NEIGHBOR.idFromName('sleeper')))
    const floor = REALM.get(REALM.idFromName('floor'))
    const number = (name: string) => Number(searchParams.get(name))
    if (pathname === '/listen') return floor.fetch(request)
    if (pathname === '/bench/garbage') return collectGarbage()
    if (pathname === '/parked') return Response.json(await floor.parked())
    if (pathname === '/take') return Response.json(await floor.take(number('first'), number('count')))
    const content = await request.text()
    switch (pathname) {
      case '/release':
        return Response.json(await floor.release(content))
      case '/fill':
        return Response.json(await floor.fill(content, number('count')))
      case '/insert-as-message':
        return Response.json(await floor.insertAsMessage(content))
      case '/insert-and-take':
        return Response.json(await floor.insertAndTake(content, number('first'), number('count')))
      default:
        return Response.json(await floor.insert(content))
    }
  },
} satisfies ExportedHandler<{ REALM: DurableObjectNamespace<Floor>; NEIGHBOR: DurableObjectNamespace<Sleeper> }>
