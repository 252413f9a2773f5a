import type { RateLimit } from '../../../api/rate-limit'
import type { RealmSteps } from '../../../api/endpoint'
import { step } from '../../../edge'
import type { Realm } from '../../../realm'
import { limitRequest, requestCounts } from '../../../store/recent-requests'
import { requireReader } from '../../people/users/spectator'
import type { User } from '../../people/users/user'
import { MessageAccess } from '../access/access'
import { rowsWithIds } from '../message-index/storage'
import { compileNarrow } from '../narrows/compile'
import type { Found, Scan } from '../narrows/scan'
import { isInNarrow, laterTurn, takeMessages } from '../narrows/take-messages'
import type { Term } from '../narrows/term'
import { narrowToUnread } from './anchor'
import { anchorId, isUnreadOnly, pageOf, scanForAnchor, type Anchor, type Page } from './page-rules'

// A narrow whose operators exclude each other has few messages, or none, among all of a large realm. The realm looks for them in
// turns of some thousand rows. Between two turns it serves other requests.

type Narrow = { narrow: Term[]; unread_only: boolean }
type Item = { id: number }
type Caller = User | undefined

/** A page that has messages may be short after so many turns: the client continues at its last message. */
const TURNS_FOR_FULL_PAGE = 8
/** Of a user. The thread of the realm needs about 20 ms for each. */
const TURNS_OF_USER: readonly RateLimit[] = [{ seconds: 60, most: 600 }]

const recentTurns = requestCounts()

export const turnSteps = {
  /** Looks for messages of a narrow in one turn. */
  takeTurn: step((realm, caller: Caller, { narrow, unread_only, ...scan }: Narrow & Scan): Found<Item> => {
    const reader = requireReader(realm, caller)
    limitRequest(realm, recentTurns, String(reader.user_id), TURNS_OF_USER)
    const access = new MessageAccess(realm, reader)
    const compiled = compileNarrow(access, narrow)
    const query = unread_only ? narrowToUnread(access, compiled) : compiled
    const { rows, next } = takeMessages(access, query, scan, laterTurn(access))
    return { rows: rows.map(({ id }) => ({ id })), next }
  }),

  /** Looks for one message. */
  takeMessage: step((realm, caller: Caller, { narrow, id }: Pick<Narrow, 'narrow'> & Item) => {
    const access = new MessageAccess(realm, requireReader(realm, caller))
    const compiled = compileNarrow(access, narrow)
    return { rows: rowsWithIds(realm.sql, [id]).flatMap((row) => (isInNarrow(access, compiled, row) ? [{ id }] : [])) }
  }),
}

type Steps = RealmSteps<Realm>
type Range = { anchor: Anchor; include_anchor: boolean; num_before: number; num_after: number }

/** Returns a page of a narrow around an anchor, in as many turns as it needs. */
export async function fetchInTurns(steps: Steps, narrow: Term[], range: Range): Promise<Page<Item>> {
  const { num_before, num_after } = range
  const ofUnread = { narrow, unread_only: isUnreadOnly(range.anchor) }
  const anchor = anchorId(range.anchor, (await take(steps, ofUnread, scanForAnchor(range.anchor))).found)
  const all = { narrow, unread_only: false }
  const before = await take(steps, all, { direction: 'before', bound: anchor, most: num_before })
  const at = range.include_anchor ? (await steps.ask(turnSteps.takeMessage, { narrow, id: anchor })).rows : []
  const after = await take(steps, all, { direction: 'after', bound: anchor, most: num_after })
  return pageOf({ anchor, num_before, num_after }, { before, at, after })
}

async function take(steps: Steps, narrow: Narrow, scan: Scan): Promise<{ found: Item[]; isCut: boolean }> {
  const found: Item[] = []
  let { bound } = scan
  for (let turns = 1; found.length < scan.most; turns++) {
    const most = scan.most - found.length
    const { rows, next } = await steps.ask(turnSteps.takeTurn, { ...narrow, direction: scan.direction, bound, most })
    found.push(...rows)
    if (next === undefined) break
    bound = next
    if (found.length > 0 && turns >= TURNS_FOR_FULL_PAGE) return { found, isCut: true }
  }
  return { found, isCut: false }
}
