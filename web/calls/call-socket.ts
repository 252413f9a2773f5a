import type { Sockets } from '../../client-state/wire'
import type { Client } from '../client/client'

/** The right to a seat: with it, a client that lost its connection takes the seat again. */
export type Claim = { call_id: number; participant: number; token: string }

type Messages = Sockets['GET /parley/calls/:call_id/socket']
export type FromRealm = Messages['receives']

const PING_MILLISECONDS = 15_000
const MAX_PAUSE_MILLISECONDS = 4000
const FIRST_PAUSE_MILLISECONDS = 300

type Handlers = {
  opened: () => void
  received: (message: FromRealm) => void
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

  /** Only one socket at a time: with a second one for the same seat, the realm closes the first. */
  function connect() {
    clearTimeout(timer)
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
      const message: FromRealm = JSON.parse(data)
      if ('end' in message) end(message.end)
      else handlers.received(message)
    })
    opening.addEventListener('close', ({ code }) => {
      if (isEnded || socket !== opening) return
      if (code === OTHER_PLACE) return end('moved')
      if (isOpen) handlers.cut()
      void again(opening, isOpen)
    })
  }

  async function again(closed: WebSocket, wasConnected: boolean) {
    const next = await attempts.next(wasConnected)
    if (isEnded || socket !== closed) return
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
    send: (message: Messages['sends']): void => {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    },
    /** Connects at once: the network is there again. */
    hasten(): void {
      // It is neither being opened nor open.
      if (!isEnded && socket && socket.readyState > WebSocket.OPEN) connect()
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
