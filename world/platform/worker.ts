import type { Host } from './host.ts'
import type { Isolate } from './isolate.ts'
import { started } from './network.ts'
import { WorldResponse } from './responses.ts'

/** A Worker in one place: one isolate, which the platform ends and begins at any time. It has no state that counts. */
export type RunningWorker = { host: Host; isolate: Isolate; env: Record<string, unknown> }

/** Returns the response of a Worker to a request. Rejects if the Worker ends before. */
export function serve({ host, isolate, env }: RunningWorker, request: Request): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const ended = () => reject(new Error('The connection was reset'))
  host.endings.add(ended)
  const context = {
    waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
    passThroughOnException: () => undefined,
  }
  host.enter(() => {
    started(() => isolate.worker.fetch(request, env, context)).then(
      (response) => {
        // A stream goes on after the beginning of its response.
        if (response.body === null || response instanceof WorldResponse) host.endings.delete(ended)
        host.leave(() => resolve(response))
      },
      (error: unknown) => host.leave(() => reject(error)),
    )
  })
  return promise
}
