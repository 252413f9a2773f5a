import type { Client } from '../client/client'
import type { Signal } from './peer'

/** A seat of the call, as the realm sends it. */
export type Seat = {
  number: number
  user_id: number
  joined_at: number
  audio: boolean
  video: boolean
  screen: boolean
  hand: number | null
  may_speak: boolean
  away: boolean
}

/** The right to a seat: with it, a client that lost its connection takes the seat again. */
export type Claim = { call_id: number; participant: number; token: string }

/** What the realm sends. */
type Received = {
  roster?: Seat[]
  from?: number
  signal?: Signal
  react?: string
  refused?: string
  mute?: boolean
  end?: string
}

export type ToRealm =
  | { state: Partial<Record<'audio' | 'video' | 'screen' | 'hand', boolean>> }
  | { to: number; signal: Signal }
  | { react: string }
  | { lost: number }
  | { leave: true }

const PING_MILLISECONDS = 15_000
const MAX_PAUSE_MILLISECONDS = 4000
const FIRST_PAUSE_MILLISECONDS = 300

type Handlers = {
  opened: () => void
  received: (message: Received) => void
  /** The connection was cut, and another one is attempted. */
  cut: () => void
  /** The realm ended it, or refuses the seat. */
  ended: (why: string) => void
}

/** The connection to the realm while one is in a call. After a cut it connects again. Media goes on meanwhile. */
export function openCallSocket(client: Client, claim: Claim, handlers: Handlers) {
  const { environment, signal } = client
  const attempts = createAttempts(client, claim)
  let socket: WebSocket | undefined
  let isEnded = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const pings = setInterval(() => socket?.readyState === WebSocket.OPEN && socket.send('ping'), PING_MILLISECONDS)
  signal.addEventListener('abort', close)
  connect()

  function connect() {
    const opening = environment.openSocket(addressOf(environment.api, claim))
    socket = opening
    let isOpen = false
    opening.addEventListener('open', () => {
      isOpen = true
      attempts.succeeded()
      handlers.opened()
    })
    opening.addEventListener('message', ({ data }: MessageEvent<string>) => {
      if (data === 'pong') return
      const message: Received = JSON.parse(data)
      if (message.end === undefined) handlers.received(message)
      else end(message.end)
    })
    opening.addEventListener('close', ({ code }) => {
      if (isEnded || socket !== opening) return
      if (code === OTHER_PLACE) return end('moved')
      if (isOpen) handlers.cut()
      void again(isOpen)
    })
  }

  async function again(wasConnected: boolean) {
    const next = await attempts.next(wasConnected)
    if (isEnded) return
    if (typeof next === 'string') end(next)
    else timer = setTimeout(connect, next)
  }

  function end(why: string) {
    close()
    handlers.ended(why)
  }

  function close() {
    isEnded = true
    clearInterval(pings)
    clearTimeout(timer)
    signal.removeEventListener('abort', close)
    socket?.close()
  }

  return {
    send: (message: ToRealm): void => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    /** Connects at once: the network is there again. */
    hasten(): void {
      if (isEnded || socket?.readyState === WebSocket.OPEN) return
      clearTimeout(timer)
      connect()
    },
    close,
  }
}

/** A realm that restarts answers soon. A browser does not say whether the realm refused the seat, or could not be reached. */
function createAttempts({ ask }: Client, { call_id }: Claim) {
  let count = 0
  let refusals = 0
  let wasOpen = false
  return {
    succeeded(): void {
      count = 0
      refusals = 0
      wasOpen = true
    },
    /** Returns the milliseconds before the next attempt, or why there is none. */
    async next(wasConnected: boolean): Promise<number | 'lost' | 'over' | 'refused'> {
      if (!wasConnected && count >= ATTEMPTS_BEFORE_ASKING) {
        const running = await ask('GET /parley/calls').catch(() => undefined)
        const runs = running?.calls.some(({ id }) => id === call_id)
        if (runs === false) return wasOpen ? 'lost' : 'over'
        if (runs && ++refusals > MAX_REFUSALS) return 'refused'
      }
      const pause = Math.min(MAX_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** count++)
      return pause * (0.75 + Math.random() / 2)
    },
  }
}

function addressOf(api: string, { call_id, participant, token }: Claim): URL {
  const url = new URL(`${api}/parley/calls/${call_id}/socket`, location.href)
  url.protocol = url.protocol.replace('http', 'ws')
  url.search = new URLSearchParams({ participant: String(participant), token }).toString()
  return url
}

/** The code with which the realm closes a socket in whose place another one opened. */
const OTHER_PLACE = 4009
const ATTEMPTS_BEFORE_ASKING = 2
const MAX_REFUSALS = 2
