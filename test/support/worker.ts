import { env } from 'cloudflare:workers'
import type { Variables } from '../../src/config'
import worker from '../../src/worker'
import type { Json, Person } from './person'

// Requests to the Worker, for tests of the HTTP layer.

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
export const OTHER_ORIGIN = { origin: 'https://elsewhere.example' }

/** Sends a request to the Worker of a deployment with these variables. The realm keeps its own variables. */
export const sendToWorker = (
  request: Request,
  variables: Variables & { REALM?: unknown; NEIGHBOR?: unknown } = {},
): Promise<Response> => worker.fetch(request as Parameters<typeof worker.fetch>[0], { ...env, ...variables } as never)

export const credentialsOf = ({ email, account }: Person) => ({
  authorization: `Basic ${btoa(`${email}:${account.api_key}`)}`,
})

/** Returns the JSON of a response, with its status. */
export const jsonOf = async (response: Response): Promise<Json> => ({
  status: response.status,
  ...(await response.json<object>()),
})

/** Returns the status and the message of a response. */
export const outcomeOf = async (response: Response) => [response.status, ((await response.json()) as Json).msg]

const LARGE_BODY_BYTES = 4 * 1024 * 1024
const CHUNK_BYTES = 65_536

/** A body of 4 MB without a Content-Length. `bytesRead` is how much of it the server has read. */
export class StreamedBody {
  bytesRead = 0
  readonly stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (this.bytesRead >= LARGE_BODY_BYTES) return controller.close()
        this.bytesRead += CHUNK_BYTES
        controller.enqueue(new Uint8Array(CHUNK_BYTES).fill(0x61))
      },
    },
    { highWaterMark: 0 },
  )
}
