export type Account = { email: string; api_key: string }

/** What the page of `two-clients.browser.test.ts` can do. */
export type PageFunctions = {
  /** Imports each module of the client. Returns how many there are. */
  importAll: () => Promise<number>
  /** Starts the client of the cookie, at the address of the page. */
  opensLeft: () => void
  /** Starts the client of another account, at an address of its own. */
  opensRight: (account: Account, hash: string) => void
  stops: (side: 'left' | 'right') => void
}

declare global {
  var clients: PageFunctions
  /** What the scripts of the page hold now: see `watch-page.ts`. */
  var openThings: () => string[]
  /** Forgets what began before. The driver of the browser has listeners too. */
  var forget: () => void
  /** Requests, sockets and what was stored so far. */
  var sent: () => string[]
}
