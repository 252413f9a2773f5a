// What a server must do for a request besides what the floor does: it knows who asks by the hash of a key, reads the parameters, and
// its answer has the headers of an API.

import { createHash } from 'node:crypto'
import { succeedWithText } from '../../src/api/respond'

/** What the Worker tells the object about a request. */
export type Call = { key_hash: string; params: Record<string, string> }

export const CALL_HEADER = 'x-call'

/** The object that does the work of the floor. */
export type Working = Pick<Fetcher, 'fetch'> & {
  parked(): Promise<number>
  send(call: Call, isDelivered: boolean): Promise<{ id: number }>
}

/** Returns the response to a request below `/same/`. */
export async function serveSameWork(request: Request, url: URL, floor: Working): Promise<Response> {
  const { pathname, searchParams } = url
  if (pathname === '/same/parked') return Response.json(await floor.parked())
  const authorization = request.headers.get('authorization') ?? ''
  const key_hash = createHash('sha256').update(authorization).digest('hex')
  if (pathname === '/same/listen') {
    const call: Call = { key_hash, params: Object.fromEntries(searchParams) }
    const headers = { [CALL_HEADER]: JSON.stringify(call) }
    if (request.headers.get('upgrade') === 'websocket')
      return floor.fetch('https://floor/listen', { headers: { ...headers, upgrade: 'websocket' } })
    const { body } = await floor.fetch('https://floor/listen', { headers, signal: request.signal })
    return answerWith(body ?? '')
  }
  const params = Object.fromEntries(new URLSearchParams(await request.text()))
  return answerWith(JSON.stringify(await floor.send({ key_hash, params }, pathname === '/same/release')))
}

async function answerWith(body: string | ReadableStream): Promise<Response> {
  const response = await succeedWithText({ vendor: '', origin: null }, body)
  response.headers.set('x-request-id', crypto.randomUUID())
  return response
}
