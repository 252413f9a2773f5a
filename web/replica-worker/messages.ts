import type { Event, FoundMessage } from '../../client-state/wire'
import type { Core, Position } from '../replica/core'
import type { Around } from '../replica/reading'
import type { KeptSearchRequest } from '../replica/search/collected'
import type { KeptMatches } from '../replica/search/kept-search'

/** How much the user lets this browser keep. */
export type Amount = 'month' | 'everything'

/** What the page tells the worker. */
export type Request =
  | { kind: 'open'; name: string; api: string; session: string; amount: Amount }
  /**
   * Where the state of the page is, the channels to which the user is subscribed, the newest message of the organization, and the events
   * since the position that the worker named. Without them, it compares itself with the server.
   */
  | { kind: 'follow'; position: Position; subscribed: readonly number[]; newest: number; events?: readonly Event[] }
  | { kind: 'events'; position: Position; events: readonly Event[] }
  /** Another amount, or whether the device, the user or the connection asks for quiet. */
  | { kind: 'limit'; amount?: Amount; isQuiet?: boolean }

/** What the worker tells the page. */
export type News =
  /** It has all changes up to this position. */
  | { kind: 'opened'; position: Position | undefined }
  /** The server refused the session. */
  | { kind: 'refused' }

/** Which messages a page has. */
export type PageLookup =
  | { conversation: string; around: Around }
  | { stream_id: number; newest: number; around: Around }
  | { ids: readonly number[] }
  /** Of all conversations: those with one of these flags, or all. */
  | { flags: readonly string[]; newest: number; around: Around }

/** What a tab asks a worker of its own, which only reads. */
export type Lookup =
  | { core: true }
  | { topics: number }
  | { page: PageLookup }
  | { find: KeptSearchRequest }
  | { corrections: string }
  | { counts: true }

/** `name`: of the client. */
export type Question = { nth: number; name: string; lookup: Lookup }

type KeptTopic = { name: string; max_id: number }

export type KeptPage = { messages: FoundMessage[]; isOldest: boolean; isNewest: boolean }

/** It has what was looked up, or nothing if only the server knows, or the browser refused to read. */
export type Answer = {
  core?: Core | undefined
  page?: KeptPage
  found?: KeptMatches | undefined
  corrections?: string[]
  /** How many messages of each channel there are, the most first. */
  counts?: [stream_id: number, messages: number][]
  topics?: KeptTopic[]
}
