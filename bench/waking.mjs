// What it costs a realm to wake: after the platform moved or evicted it (the object dies, the process lives), and after
// the process itself was killed.

import { Connection } from './connection.mjs'
import { get } from './requests.mjs'
import { spread } from './statistics.mjs'

/** First answers of a realm that was asleep, by what is asked, beside the same question asked again at once. */
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

/** From the death of the process to its first answer, and to the realm's. */
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
      // not there yet, or still dying
    }
  }
}

async function timed(cast, request) {
  const began = performance.now()
  const { at, size } = await cast.succeed(request)
  return { ms: at - began, size }
}
