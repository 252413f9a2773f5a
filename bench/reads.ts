// Compares a request that reads with the floor program, which returns as many rows by their key, and as many bytes.

import type { Cast } from './cast.ts'
import { Connection } from './connection.ts'
import { difference } from './counts.ts'
import { closedLoop } from './load.ts'
import { compare, load, type Pair } from './ratios.ts'
import { get, postText } from './requests.ts'
import type { Program } from './runtime.ts'

type Answered = { messages?: unknown[]; matches?: unknown[] }
type Effort = { rounds: number; seconds: number }

/** What a request took the first time, and later. `found`: how many messages its answer has. */
export type CountedRead = Awaited<ReturnType<typeof countReading>>

/** Counts a request that reads. The first time fills the caches. */
export async function countReading(cast: Cast, request: Buffer) {
  const { read: first } = await difference(cast, () => cast.ask(request))
  const counted = await difference(cast, () => cast.ask(request))
  const answer = await cast.json<Answered>(request)
  return { found: (answer.messages ?? answer.matches ?? []).length, first, ...counted }
}

/** Repeats a request with one client, in turns with the floor. */
export async function compareReading(
  { server, floor }: Pair<Program>,
  request: Buffer,
  { response, found }: Pick<CountedRead, 'response' | 'found'>,
  { rounds, seconds }: Effort,
) {
  const taken = get(`/take?${await rowsOfFloor(floor, response, found)}`)
  const repeated = (program: Program) => {
    const bytes = program === floor ? taken : request
    return load(closedLoop, program, { clients: 1, seconds, requestOf: () => bytes })
  }
  return compare({ floor, server }, repeated, rounds)
}

/** Fills the floor with `count` rows of `bytes` in total. Returns the query that reads them. */
export async function rowsOfFloor({ port }: Program, bytes: number, count: number): Promise<string> {
  if (count === 0) return 'first=1&count=0'
  const line = await Connection.open(port)
  const { first } = await line.json<{ first: number }>(
    postText(`/fill?count=${count}`, 'x'.repeat(Math.floor(bytes / count))),
  )
  line.close()
  return `first=${first}&count=${count}`
}
