import type { WorldSocket } from './sockets.ts'

type Init = ResponseInit & { webSocket?: WorldSocket | null }

/** A `Response` that may switch protocols. https://developers.cloudflare.com/workers/runtime-apis/response/ */
export class WorldResponse extends Response {
  readonly webSocket: WorldSocket | null

  constructor(body?: BodyInit | null, init: Init = {}) {
    // `init` may be a response, whose parts are no properties of its own.
    const { webSocket = null, status, statusText = '', headers = {} } = init
    super(body, { headers, statusText, ...(status === SWITCHING ? {} : { status }) })
    this.webSocket = webSocket
    if (status === SWITCHING) Object.defineProperty(this, 'status', { value: SWITCHING })
  }
}

const SWITCHING = 101
