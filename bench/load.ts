// Load on a server. Every sample is kept, so that a stall of the machine remains one slow request.

import { setTimeout } from 'node:timers/promises'
import { openMany, type Connection } from './connection.ts'
import { quantile } from './statistics.ts'

/** Returns the request of a client, by its number. */
export type RequestOf = (client: number) => Buffer
export type Outcome = { count: number; perSecond: number; p50: number; p95: number; p99: number }
type Listening = { port: number }
export type Closed = { clients: number; seconds: number; requestOf: RequestOf }
export type Open = { perSecond: number; seconds: number; requestOf: RequestOf }

/** Sends requests as fast as this many clients can, each after its previous response. `requestOf` takes the client's number. */
export async function closedLoop({ port }: Listening, { clients, seconds, requestOf }: Closed): Promise<Outcome> {
  const connections = await openMany(port, clients)
  const samples: number[] = []
  const began = performance.now()
  const end = began + seconds * 1000
  await Promise.all(
    connections.map(async (connection, client) => {
      for (let sent = performance.now(); sent < end; sent = performance.now())
        samples.push(await timed(connection, requestOf(client), sent))
    }),
  )
  return outcome(connections, samples, began)
}

/** Sends requests at a fixed rate. The time of a request includes its wait for a free connection. */
export async function openLoop({ port }: Listening, { perSecond, seconds, requestOf }: Open): Promise<Outcome> {
  const connections = await openMany(port, 32)
  const idle = connections.map((connection, client) => ({ connection, client }))
  const late: number[] = []
  const samples: number[] = []
  const answers: Promise<void>[] = []
  const total = perSecond * seconds
  const began = performance.now()
  const give = async (one: (typeof idle)[number], due: number): Promise<void> => {
    samples.push(await timed(one.connection, requestOf(one.client), due))
    const next = late.shift()
    if (next === undefined) idle.push(one)
    else await give(one, next)
  }
  for (let nth = 0; nth < total;) {
    const due = Math.min(total, Math.floor(((performance.now() - began) / 1000) * perSecond) + 1)
    for (; nth < due; nth++) {
      const one = idle.shift()
      // The timer can be a millisecond late. That must not count as time of the server.
      if (one) answers.push(give(one, performance.now()))
      else late.push(began + (nth / perSecond) * 1000)
    }
    await setTimeout(1)
  }
  await Promise.all(answers)
  return outcome(connections, samples, began)
}

async function timed(connection: Connection, request: Buffer, since: number): Promise<number> {
  const { at } = await connection.succeed(request)
  return at - since
}

function outcome(connections: readonly Connection[], samples: readonly number[], began: number): Outcome {
  const seconds = (performance.now() - began) / 1000
  for (const connection of connections) connection.close()
  const sorted = samples.toSorted((a, b) => a - b)
  return {
    count: sorted.length,
    perSecond: sorted.length / seconds,
    p50: quantile(sorted, 0.5),
    p95: quantile(sorted, 0.95),
    p99: quantile(sorted, 0.99),
  }
}
