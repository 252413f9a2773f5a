import type { Page, Request } from 'playwright-core'

/** Requests of one kind, with the bytes that were sent and received. */
export type Counted = { times: number; sent: number; received: number }
/** What a page sent to the server and received from it, by kind: the method and the path of requests, with `ID` for numbers. */
export type Traffic = Record<string, Counted>

export const SOCKET = 'a socket opens'
/** Frames have no headers. */
export const FRAMES = 'frames'

/** The platform answers requests for files of the client, without the server. */
const isOfClient = (path: string) => path === '/' || path.startsWith('/assets/') || /^\/[\w-]+\.\w+$/.test(path)

const pathOf = (request: Request): string => new URL(request.url()).pathname

const kindOf = (request: Request): string =>
  `${request.method()} ${pathOf(request)
    .replace(/^\/json/, '')
    .replace(/\/\d+(?=\/|$)/g, '/ID')}`

/** Counts what a page and its workers send and receive from now on. A request that no server receives is not counted. */
export function countsTraffic(page: Page) {
  let traffic: Traffic = {}
  let pings = 0
  const open = new Set<Request>()

  function add(kind: string, { times = 1, sent = 0, received = 0 }: Partial<Counted> = {}) {
    const counted = (traffic[kind] ??= { times: 0, sent: 0, received: 0 })
    counted.times += times
    counted.sent += sent
    counted.received += received
  }

  async function measure(request: Request) {
    const { requestHeadersSize, requestBodySize, responseHeadersSize, responseBodySize } = await request.sizes()
    add(kindOf(request), {
      sent: requestHeadersSize + requestBodySize,
      received: responseHeadersSize + responseBodySize,
    })
    open.delete(request)
  }

  page.on('request', (request) => {
    if (!isOfClient(pathOf(request))) open.add(request)
  })
  page.on('requestfinished', (request) => open.has(request) && void measure(request).catch(() => open.delete(request)))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('websocket', (socket) => {
    let isRefused = false
    socket.on('socketerror', () => (isRefused = true))
    socket.on('framesent', ({ payload }) => {
      add(FRAMES, { times: 0, sent: payload.length })
      if (payload === 'ping') pings++
    })
    socket.on('framereceived', ({ payload }) => {
      add(FRAMES, { times: 0, received: payload.length })
      if (payload === 'pong') pings--
    })
    socket.on('close', () => {
      pings = 0
      if (isRefused) add(SOCKET, { times: -1 })
    })
    add(SOCKET)
  })

  return {
    /** Whether the page waits for an answer of the server. */
    isWaiting: () => open.size > 0 || pings > 0,
    /** Returns what was counted since the last time. */
    take(): Traffic {
      const taken = traffic
      traffic = {}
      return taken
    },
  }
}
