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
export function openCallSocket({ environment, signal }: Client, claim: Claim, handlers: Handlers) {
  let socket: WebSocket | undefined
  let isEnded = false
  let wasOpen = false
  let attempts = 0
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
      wasOpen = true
      attempts = 0
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
      // A seat that the realm refuses several times is gone. A realm that restarts answers soon.
      if (!isOpen && attempts >= MAX_ATTEMPTS) return end(wasOpen ? 'lost' : 'refused')
      if (isOpen) handlers.cut()
      const pause = Math.min(MAX_PAUSE_MILLISECONDS, FIRST_PAUSE_MILLISECONDS * 2 ** attempts++)
      timer = setTimeout(connect, pause * (0.75 + Math.random() / 2))
    })
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
      attempts = 0
      connect()
    },
    close,
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
const MAX_ATTEMPTS = 7
