// Does what the amplification test cannot do inside the runtime: read the CPU time of the process, and write a file.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'

/** A service for the Worker under test: GET returns the CPU time in milliseconds, PUT writes the page. */
export const amplificationService = (page) => async (request) => {
  // vitest.config.ts sets a variable that the package reads when it is imported.
  const { Response } = await import('miniflare')
  if (request.method !== 'PUT') return new Response(String(cpuMs()))
  writeFileSync(page, await request.text())
  return new Response(null)
}

let taken = 0
const byThread = new Map()

// Linux has the CPU time of each thread, but not of threads that ended. So this adds up the differences. Other systems return 0.
function cpuMs() {
  try {
    for (const pid of workerds()) for (const thread of readdirSync(`/proc/${pid}/task`)) count(pid, thread)
  } catch {
    // A thread has ended.
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
