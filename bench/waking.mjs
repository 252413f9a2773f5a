// Measures how long a realm takes to wake: after the platform evicted the object, and after the process was killed.

import { Connection } from './connection.mjs'
import { get } from './requests.mjs'
import { spread } from './statistics.mjs'

/** For each request: the time of the first response after waking, and of the second. */
export async function wakeObject(cast, questions, rounds) {
  const found = []
  for (const [name, request] of Object.entries(questions)) {
    const cold = []
    const again = []
    const wakes = []
    let answer
    for (let round = 0; round < rounds; round++) {
      await cast.die()
      answer = await timed(cast, request)
      cold.push(answer.ms)
      const { woken, read } = await cast.meters()
      wakes.push({ ...woken, readAll: read })
      again.push((await timed(cast, request)).ms)
    }
    const { read, readAll } = wakes.at(-1)
    const waking = spread(wakes.map(({ ms }) => ms))
    found.push({ name, cold: spread(cold), again: spread(again), waking, read, readAll, size: answer.size })
  }
  return found
}

/** Measures the time from the kill to the first response of the process, and of the realm. */
export async function restart(server, request, rounds) {
  const process = []
  const realm = []
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

async function firstAnswer({ port }, request) {
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

async function timed(cast, request) {
  const began = performance.now()
  const { at, size } = await cast.succeed(request)
  return { ms: at - began, size }
}
