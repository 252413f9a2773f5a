import type { Host } from './host.ts'
import type { Isolate } from './isolate.ts'
import { started } from './network.ts'

/** A Worker in one place: one isolate, which the platform ends and begins at any time. It has no state that counts. */
export type RunningWorker = { host: Host; isolate: Isolate; env: Record<string, unknown> }

/** Lets a Worker do what is due each hour. https://developers.cloudflare.com/workers/runtime-apis/handlers/scheduled/ */
export function workHourly({ host, isolate, env }: RunningWorker): Promise<void> {
  return new Promise((resolve, reject) => {
    host.endings.add(() => reject(new Error('The Worker ended')))
    host.enter(() => started(() => isolate.worker.scheduled({}, env, CONTEXT)).then(resolve, reject))
  })
}

/** Returns the response of a Worker to a request. Rejects if the Worker ends before. */
export function serve({ host, isolate, env }: RunningWorker, request: Request): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const ended = () => reject(connectionReset())
  host.endings.add(ended)
  host.enter(() => {
    started(() => isolate.worker.fetch(request, env, CONTEXT)).then(
      (response) => {
        host.endings.delete(ended)
        host.leave(() => resolve(breakingWith(host, response)))
      },
      (error: unknown) => host.leave(() => reject(error)),
    )
  })
  return promise
}

const connectionReset = () => new Error('The connection was reset')

/** A body goes on after the beginning of its response, until its Worker ends. */
function breakingWith({ endings }: Host, response: Response): Response {
  if (response.body === null) return response
  let ended: () => void
  const connection = new TransformStream({
    start: (controller) => void endings.add((ended = () => controller.error(connectionReset()))),
    flush: () => void endings.delete(ended),
  })
  return new Response(response.body.pipeThrough(connection), response)
}

const CONTEXT = {
  waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
  passThroughOnException: () => undefined,
}
