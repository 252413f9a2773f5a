import type { Environment } from './environment'

export type Session = ReturnType<typeof createSession>

/** The session to which the state of a client belongs. The browser may have the cookie of another one by now. */
export function createSession({ sessionNumber, headers }: Pick<Environment, 'sessionNumber' | 'headers'>) {
  let own: string | undefined
  return {
    /** Returns the number of the browser's session, or undefined if it has none. */
    number: sessionNumber,
    own: () => own,
    /** The state of the client belongs to this session from now on. */
    adopt: (session: string | undefined): void => void (own = session),
    /** Returns the headers of a request of this session, or of another one. */
    headers: (session = own) => headers(session),
  }
}
