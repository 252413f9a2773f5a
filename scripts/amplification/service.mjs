// What the test of amplification cannot do where the Worker runs: ask what CPU time that process has taken, and write a file.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { Response } from 'miniflare'

/** A service for the Worker under test: GET answers CPU time in milliseconds, PUT writes the page. */
export const amplificationService = (page) => async (request) => {
  if (request.method !== 'PUT') return new Response(String(cpuMs()))
  writeFileSync(page, await request.text())
  return new Response(null)
}

let taken = 0
const byThread = new Map()

// Linux tells for each thread how many nanoseconds it ran. A thread that ended is no longer told of, so each is added up
// as it goes. Elsewhere nothing is known.
function cpuMs() {
  try {
    for (const pid of workerds()) for (const thread of readdirSync(`/proc/${pid}/task`)) count(pid, thread)
  } catch {
    // A thread has ended meanwhile.
  }
  return taken / 1e6
}

function count(pid, thread) {
  const ran = Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  taken += ran - (byThread.get(thread) ?? 0)
  byThread.set(thread, ran)
}

const workerds = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      return name === 'workerd' && Number(parent) === process.pid
    })
