// Measures how long a realm takes to wake: after the platform evicted the object, and after the process was killed.

import { register, type Cast } from './cast.ts'
import { Connection } from './connection.ts'
import { compare, type Pair } from './ratios.ts'
import { rowsOfFloor } from './reads.ts'
import { get } from './requests.ts'
import type { Program } from './runtime.ts'
import { at, spread } from './statistics.ts'

export type Woken = Awaited<ReturnType<typeof wakeObject>>[number]
export type Restarted = Awaited<ReturnType<typeof restart>>

/** For each request: the time of the first response after waking, and of the second. */
export async function wakeObject(cast: Cast, questions: Record<string, Buffer>, rounds: number) {
  const found = []
  for (const [name, request] of Object.entries(questions)) {
    const cold: number[] = []
    const again: number[] = []
    const wakes: { ms: number; read: number; readAll: number }[] = []
    let size = 0
    for (let round = 0; round < rounds; round++) {
      await cast.die()
      const answer = await timed(cast, request)
      size = answer.size
      cold.push(answer.ms)
      const { woken, read } = await cast.meters()
      wakes.push({ ...woken, readAll: read })
      again.push((await timed(cast, request)).ms)
    }
    const { read, readAll } = at(wakes, -1)
    const waking = spread(wakes.map(({ ms }) => ms))
    found.push({ name, cold: spread(cold), again: spread(again), waking, read, readAll, size })
  }
  return found
}

/** Returns the CPU and the rows of the first registration after the realm woke and answered once, in turns with the floor. */
export async function registerAfterWaking({ server, floor }: Pair<Program>, cast: Cast, rounds: number) {
  const person = at(cast.people, 0)
  const request = register(person, {})
  const { size } = await cast.succeed(request)
  const users = cast.people.length
  const taken = get(`/take?${await rowsOfFloor(floor, size, users)}`)
  const line = await Connection.open(floor.port)
  const cpuOf = async <T>(program: Program, act: () => Promise<T>) => {
    const before = program.cpuSeconds()
    const result = await act()
    return { cpuMs: (program.cpuSeconds() - before) * 1000, result }
  }
  const measure = async (program: Program) => {
    if (program === floor)
      return { cpuMs: (await cpuOf(program, () => line.succeed(taken))).cpuMs, read: users, answered: 0 }
    await cast.die()
    await cast.succeed(get('/api/v1/users/me', person))
    const { read: answered } = await cast.meters()
    const { cpuMs } = await cpuOf(program, () => cast.succeed(request))
    return { cpuMs, read: (await cast.meters()).read - answered, answered }
  }
  const pairs = await compare({ server, floor }, measure, rounds)
  line.close()
  return { users, pairs }
}

/** Measures the time from the kill to the first response of the process, and of the realm. */
export async function restart(server: Program, request: Buffer, rounds: number) {
  const process: number[] = []
  const realm: number[] = []
  for (let round = 0; round < rounds; round++) {
    const killed = performance.now()
    await server.crash()
    const connection = await firstAnswer(server, get('/bench/nothing'))
    process.push(performance.now() - killed)
    await connection.json(request)
    realm.push(performance.now() - killed)
    connection.close()
  }
  return { process: spread(process), realm: spread(realm) }
}

async function firstAnswer({ port }: Program, request: Buffer): Promise<Connection> {
  for (;;) {
    try {
      const connection = await Connection.open(port)
      await connection.ask(request)
      return connection
    } catch {
      // not started yet
    }
  }
}

async function timed(cast: Cast, request: Buffer) {
  const began = performance.now()
  const answer = await cast.succeed(request)
  return { ms: answer.at - began, size: answer.size }
}
