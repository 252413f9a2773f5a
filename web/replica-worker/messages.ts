import type { Event } from '../../client-state/wire'
import type { Position } from '../replica/core'

/** How much the user lets this browser keep. */
export type Amount = 'month' | 'everything'

/** What the page tells the worker. */
export type Request =
  | { kind: 'open'; name: string; api: string; session: string; amount: Amount }
  /**
   * Where the state of the page is, the channels to which the user is subscribed, and the events since the position that the worker named.
   * Without them, it compares itself with the server.
   */
  | { kind: 'follow'; position: Position; subscribed: readonly number[]; events?: readonly Event[] }
  | { kind: 'events'; position: Position; events: readonly Event[] }
  /** Another amount, or whether the device, the user or the connection asks for quiet. */
  | { kind: 'limit'; amount?: Amount; isQuiet?: boolean }
  | { kind: 'erase' }

/** What the worker tells the page. */
export type News =
  /** It has all changes up to this position. */
  | { kind: 'opened'; position: Position | undefined }
  | { kind: 'erased' }
  /** The server refused the session. */
  | { kind: 'refused' }
