// Does what the amplification tests cannot do inside the runtime: read the CPU time of the runtime, and write a file.

import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import type { Miniflare, Request } from 'miniflare'

/**
 * A service for the Worker under test: GET returns the CPU time of its runtime in milliseconds. PUT writes a section of the page, if
 * a page is wanted: the path is the number of the section.
 */
export const amplificationService = (page: string | undefined) => async (request: Request, miniflare: Miniflare) => {
  // vitest.config.ts sets a variable that the package reads when it is imported.
  const { Response } = await import('miniflare')
  if (request.method !== 'PUT') return new Response(String(cpuMs(Number((await miniflare.ready).port))))
  if (page !== undefined) writeSection(page, new URL(request.url).pathname, await request.text())
  return new Response(null)
}

const sections: Record<string, string> = {}

function writeSection(page: string, name: string, text: string) {
  sections[name] = text
  const names = Object.keys(sections).toSorted()
  writeFileSync(page, names.map((each) => sections[each]).join('\n'))
}

type Runtime = { pid: string | undefined; taken: number; byThread: Map<string, number> }

const byRuntime = new Map<number, Runtime>()

// Linux has the CPU time of each thread, but not of threads that ended. So this adds up the differences. Other systems return 0.
function cpuMs(port: number) {
  const runtime = byRuntime.get(port) ?? { pid: workerdAt(port), taken: 0, byThread: new Map<string, number>() }
  byRuntime.set(port, runtime)
  try {
    for (const thread of readdirSync(`/proc/${runtime.pid}/task`)) count(runtime, thread)
  } catch {
    // A thread has ended.
  }
  return runtime.taken / 1e6
}

function count(runtime: Runtime, thread: string) {
  const ran = Number(readFileSync(`/proc/${runtime.pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0])
  runtime.taken += ran - (runtime.byThread.get(thread) ?? 0)
  runtime.byThread.set(thread, ran)
}

/** Returns the runtime that listens at a port. Each file that is tested at the same time has a runtime of its own. */
function workerdAt(port: number) {
  try {
    const sockets = new Set(socketsAt(port))
    return workerds().find((pid) => openFiles(pid).some((file) => sockets.has(file)))
  } catch {
    return undefined
  }
}

const socketsAt = (port: number) =>
  readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local]) => local?.endsWith(`:${port.toString(16).toUpperCase().padStart(4, '0')}`))
    .map((columns) => `socket:[${columns[9]}]`)

const openFiles = (pid: string) => readdirSync(`/proc/${pid}/fd`).map((file) => linkOf(`/proc/${pid}/fd/${file}`))

function linkOf(path: string) {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

const workerds = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
      return name === 'workerd' && Number(parent) === process.pid
    })
