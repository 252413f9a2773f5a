import type { Allowance } from '../api/rate-limit'
import type { EventLog } from './log'
import type { Queue } from './queues'
import { frameOf, type Sockets } from './sockets'

/** What the decision of a listening endpoint says: here is something, or wait for this queue. */
type Listening = { events: string[]; fields?: object } | { park: Queue }

/** Answers a listener: with what there is, or with a socket to wait on and an id set aside for a heartbeat. */
export function heard(decision: unknown, { sockets, log }: Ears, allowance?: Allowance): Response {
  if (!isListening(decision)) throw new Error('A listening endpoint must say what it has, or which queue to wait for')
  const headers = new Headers(allowance && { 'x-allowance': JSON.stringify(allowance) })
  if ('events' in decision) {
    const frame = frameOf(decision.events)
    const json = decision.fields ? `${frame.slice(0, -1)},${JSON.stringify(decision.fields).slice(1)}` : frame
    return new Response(json, { headers })
  }
  headers.set('x-heartbeat-id', String(log.takeId()))
  return new Response(null, { status: 101, webSocket: sockets.park(decision.park), headers })
}

type Ears = { sockets: Sockets; log: EventLog }

const isListening = (decision: unknown): decision is Listening =>
  typeof decision === 'object' && decision !== null && ('events' in decision || 'park' in decision)
