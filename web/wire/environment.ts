/** What a client has from its page, or from the test that makes it. */
export type Environment = {
  /** The element in which the client draws, and whose keys are for it. */
  root: HTMLElement
  /** The element whose attributes say how everything looks. */
  look: HTMLElement
  showTitle: (title: string) => void
  /** The path before all routes of the API. */
  api: string
  /** The headers that prove the user, or that name the session of the state. */
  headers: (session: string | undefined) => Record<string, string>
  /** Opens the socket for events. */
  openSocket: (url: URL) => WebSocket
  /** The number of the session that the browser has, or undefined without one. */
  sessionNumber: () => string | undefined
  address: Address
  storage: Storage
  /** Starts the client again, at another path if there is one. */
  restart: (path?: string) => void
  /** Returns what ends the wait for an answer, if a network may take all that is sent and answer nothing. */
  silence?: (route: string) => Promise<never>[]
  /** Returns the answer to a request, if this browser keeps all that it needs. */
  kept?: (route: string, parameters: object) => Promise<Response | undefined> | undefined
  /** Returns an answer to a request that cannot reach the server, if the request waits and is sent later. */
  later?: (route: string, parameters: object) => Response | Promise<Response | undefined> | undefined
  /** Begins the names of the database, the locks and the channels. All tabs of one client have the same. */
  name: string
}

/** Which view the client shows. */
export type Address = {
  read: () => string
  go: (hash: string) => void
  /** Changes the address without an entry in the history. */
  replace: (hash: string) => void
  back: () => void
  /** Calls `changed` after each change, until the signal. */
  listen: (changed: () => void, signal: AbortSignal) => void
}

/** The client of a page: its body, its address, and the session of its cookies. */
export const pageEnvironment = (): Environment => ({
  root: document.body,
  look: document.documentElement,
  showTitle: (title) => void (document.title = title),
  api: '/json',
  headers: sessionHeader,
  openSocket: (url) => new WebSocket(url),
  sessionNumber: numberInCookies,
  address: {
    read: () => location.hash,
    go: (hash) => void (location.hash = hash),
    replace: (hash) => globalThis.history.replaceState(undefined, '', hash),
    back: () => globalThis.history.back(),
    listen: (changed, signal) => globalThis.addEventListener('hashchange', changed, { signal }),
  },
  storage: localStorage,
  restart: (path) => (path === undefined ? location.reload() : location.replace(path)),
  name: 'parley',
})

/** Returns the header with which a request names its session. The server refuses it if the cookie is that of another session. */
const sessionHeader = (session: string | undefined): Record<string, string> =>
  session === undefined ? {} : { 'x-parley-session': session }

/** The number of the session is no secret. The token is, and no script reads it. */
function numberInCookies(): string | undefined {
  // The port is part of the name in development, where cookies of several servers share one host.
  const names = ['__Host-session_number', `session_number${location.port === '' ? '' : `_${location.port}`}`]
  const pairs = document.cookie.split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([name = '', value]) => names.includes(name) && value)?.[1]
}
