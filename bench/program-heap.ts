// The heap of a program, which V8's inspector measures.

import { once } from 'node:events'
import process from 'node:process'
import * as v from 'valibot'
import { Connection } from './connection.ts'
import { get } from './requests.ts'
import type { Program } from './runtime.ts'

const MEBIBYTE = 2 ** 20
const TARGETS = v.array(v.object({ title: v.string(), webSocketDebuggerUrl: v.string() }))
const USAGE = v.object({ usedSize: v.number() })
/** What the inspector says by itself has no id. */
const ANSWER = v.object({ id: v.optional(v.number()), result: v.optional(v.unknown()) })

/** Lets programs that start after it collect garbage on request. */
export function exposeGarbage(): void {
  process.env.MINIFLARE_WORKERD_V8_FLAGS = '--expose-gc'
}

/** Returns a function that collects garbage and returns the MiB that are left in the heap of the Worker and of its objects. */
export async function heapOf({ miniflare, name, port }: Program): Promise<() => Promise<number>> {
  const list = new URL('/json', await miniflare.getInspectorURL())
  list.protocol = 'http:'
  const targets = v.parse(TARGETS, await (await fetch(list)).json())
  const target = targets.find(({ title }) => title.endsWith(`core:user:${name}`))
  if (target === undefined) throw new Error(`The inspector does not list ${name}`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  let last = 0
  const ask = (method: string): Promise<unknown> => {
    const number = ++last
    return new Promise((resolve) => {
      socket.addEventListener('message', function receive({ data }) {
        const { id, result } = v.parse(ANSWER, JSON.parse(String(data)))
        if (id !== number) return
        socket.removeEventListener('message', receive)
        resolve(result)
      })
      socket.send(JSON.stringify({ id: number, method }))
    })
  }
  return async () => {
    const connection = await Connection.open(port)
    await connection.succeed(get('/bench/garbage'))
    connection.close()
    return v.parse(USAGE, await ask('Runtime.getHeapUsage')).usedSize / MEBIBYTE
  }
}
