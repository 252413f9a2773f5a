import { env } from 'cloudflare:workers'
import { onTestFinished, vi } from 'vitest'
import { Calls, withCrossings } from '../../bench/workers/crossings'
import { NeighborObject } from '../../src/neighbor-object'
import { sendFromNeighbors } from '../../src/api/realm-locator'
import { readConfig } from '../../src/config'
import { serve } from '../../src/serve'
import { sendToWorker } from './worker'

/**
 * Counts calls until the test ends. Long ones are those of the Worker, which is near the user. Short ones are those of the realm and of
 * its neighbors. Objects see the counted bindings when they start.
 */
export function countCrossings() {
  const [long, short] = [new Calls(), new Calls()]
  const bindings = { ...env }
  const stores = ['DB', 'DB_2', 'FILES'] as const
  const counted = withCrossings(bindings, short.around)
  for (const name of stores) if (bindings[name]) Object.assign(env, { [name]: counted[name] })
  const spy = vi.spyOn(NeighborObject.prototype, 'fetch').mockImplementation(function (this: NeighborObject, request) {
    const { id } = Reflect.get(this, 'ctx') as DurableObjectState
    return serve(request, counted, readConfig(counted, sendFromNeighbors(counted.NEIGHBOR, id)))
  })
  onTestFinished(() => {
    spy.mockRestore()
    for (const name of stores) if (bindings[name]) Object.assign(env, { [name]: bindings[name] })
  })
  return {
    /** Returns the response, and how many of the calls for it waited for each other. */
    async of(sent: Request) {
      const request = await withLength(sent)
      long.all.length = short.all.length = 0
      const response = await sendToWorker(request, withCrossings(bindings, long.around))
      const text = await response.text()
      const calls = [...long.names, ...short.names.map((name) => `(${name})`)]
      return { response, text, calls, crossings: [long.inSequence, short.inSequence] as const }
    },
  }
}

/** A client says how long its body is. */
async function withLength(request: Request): Promise<Request> {
  const length = (await request.clone().arrayBuffer()).byteLength
  const headers = new Headers(request.headers)
  if (request.body !== null) headers.set('content-length', String(length))
  return new Request(request, { headers })
}
