import * as v from 'valibot'
import { named } from '../../../api/named'
import { ids, integer, naturalNumber, optional, text } from '../../../api/params'
import { keysOf } from '../../../api/table'
import { endpoint } from '../../../edge'
import {
  holdNamesUnknown,
  holdNeedsName,
  holdTimeIsEmpty,
  MAX_HOLD_CHANNELS,
  MAX_HOLD_NAME_LENGTH,
  MAX_HOLD_PEOPLE,
  MAX_HOLDS,
  MAX_REASON_LENGTH,
  reasonIsMissing,
  tooManyHolds,
} from '../../messages/holds/rules'
import { allHolds } from '../../messages/holds/storage'
import { badNarrow, narrowParam } from '../../messages/narrows/term'
import { owners } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { DISCOVERY_KINDS } from '../../realm/discovery-log/kinds'
import { discoveryEntriesBefore, WITHOUT_SENDER } from '../../realm/discovery-log/storage'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { beginEverythingSearch, createHold, endHold, getOwnSearch, requireSearcher } from './actions'
import { discoveryLogIsFull, holdDoesNotExist, narrowIsTooLong, searchDoesNotExist } from './rules'
import { searchPage } from './search'

const MESSAGES_PER_PAGE = 50
const ENTRIES_PER_PAGE = 100

const time = () => optional(v.nullable(naturalNumber()), null)
const reasonParam = () => text(2 * MAX_REASON_LENGTH)

const holdShape = named(
  'Hold',
  v.strictObject({
    hold_id: v.number(),
    name: v.string(),
    reason: v.string(),
    user_ids: v.array(v.number()),
    stream_ids: v.array(v.number()),
    sent_from: v.nullable(v.number()),
    sent_before: v.nullable(v.number()),
    created_by: v.number(),
    created_at: v.number(),
  }),
)

const WHO = 'Only owners whom the setting `parley_can_search_everything_group` names, and no bots.'

export const getHolds = endpoint.decision({
  route: 'GET /parley/discovery/holds',
  summary: 'Get the holds: whose messages are kept although they are deleted.',
  note: WHO,
  caller: owners,
  params: {},
  returns: { holds: v.array(holdShape) },
  errors: [insufficientPermission],
  decide: (realm, actor) => {
    requireSearcher(realm, actor)
    const holds = allHolds(realm)
    return { holds: holds.map((hold) => ({ ...hold, user_ids: [...hold.user_ids], stream_ids: [...hold.stream_ids] })) }
  },
})

export const postHold = endpoint.decision({
  route: 'POST /parley/discovery/holds',
  summary: 'Create a hold. What is deleted from now on is kept for discovery, and no other user notices it.',
  note: `${WHO} A message is held if one of \`user_ids\` sent it or takes part in it, if it is or was in one of \`stream_ids\`, and if it was sent in the time. Without users or channels, it is for all. There are at most ${MAX_HOLDS} holds.`,
  caller: owners,
  params: {
    name: text(2 * MAX_HOLD_NAME_LENGTH),
    reason: reasonParam(),
    user_ids: optional(ids(MAX_HOLD_PEOPLE), []),
    stream_ids: optional(ids(MAX_HOLD_CHANNELS), []),
    sent_from: time(),
    sent_before: time(),
  },
  returns: { hold_id: v.number() },
  errors: [
    insufficientPermission,
    discoveryLogIsFull,
    holdNeedsName,
    reasonIsMissing,
    holdTimeIsEmpty,
    tooManyHolds,
    holdNamesUnknown,
  ],
  decide: (realm, actor, requested) => ({ hold_id: createHold(realm, actor, requested) }),
})

export const deleteHoldById = endpoint.decision({
  route: 'DELETE /parley/discovery/holds/:hold_id',
  summary: 'End a hold. What no other hold keeps is deleted.',
  note: WHO,
  caller: owners,
  params: { hold_id: integer(), reason: reasonParam() },
  returns: {},
  errors: [insufficientPermission, holdDoesNotExist, reasonIsMissing],
  decide: (realm, actor, { hold_id, reason }) => endHold(realm, actor, hold_id, reason),
})

export const postSearch = endpoint.decision({
  route: 'POST /parley/discovery/searches',
  summary: 'Begin a search over all messages: channels, direct messages, earlier texts, and what holds keep.',
  note: `${WHO} The log has the reason and the narrow. The operators are \`channel\`, \`topic\`, \`sender\`, \`person\`, who sent a message or takes part in a direct one, \`dm\` with all participants, \`dm-including\`, \`has\`, \`id\`, \`search\`, and \`is\` with \`dm\`, \`edited\` or \`deleted\`. A list of \`channel\`, \`sender\` or \`person\` finds the messages of any of them.`,
  caller: owners,
  params: { reason: reasonParam(), narrow: optional(narrowParam, []), sent_from: time(), sent_before: time() },
  returns: { search_id: v.number() },
  errors: [insufficientPermission, discoveryLogIsFull, reasonIsMissing, badNarrow, narrowIsTooLong],
  decide: (realm, actor, { narrow, ...requested }) => ({
    search_id: beginEverythingSearch(realm, actor, { ...requested, narrow: narrow ?? [] }),
  }),
})

const foundMessageShape = named(
  'DiscoveredMessage',
  v.strictObject({
    id: v.number(),
    sender_id: v.number(),
    timestamp: v.number(),
    stream_id: v.nullable(v.number()),
    topic: v.nullable(v.string()),
    user_ids: v.nullable(v.array(v.number())),
    content: v.string(),
    earlier_contents: v.array(
      v.strictObject({ content: v.string(), user_id: v.nullable(v.number()), replaced_at: v.number() }),
    ),
    deleted_at: v.nullable(v.number()),
    files: v.array(
      v.strictObject({
        name: v.string(),
        size: v.number(),
        content_type: v.string(),
        owner_id: v.number(),
        file: v.string(),
      }),
    ),
    sha256: v.string(),
  }),
)

export const getFoundMessages = endpoint.decision({
  route: 'GET /parley/discovery/searches/:search_id/messages',
  summary: 'Get the next messages of a search over everything, the newest first.',
  note: `Of your own searches of the last week. A page has at most ${MESSAGES_PER_PAGE} messages, and can be empty although more follow: \`next\` is the \`before\` of the next page, and null at the end.`,
  caller: owners,
  params: { search_id: integer(), before: optional(naturalNumber()) },
  returns: { messages: v.array(foundMessageShape), next: v.nullable(v.number()) },
  errors: [insufficientPermission, searchDoesNotExist],
  decide: async (realm, actor, { search_id, before }) => {
    const search = getOwnSearch(realm, actor, search_id)
    const { messages, next } = await searchPage(realm, search, {
      below: before ?? NEWEST_ANCHOR,
      most: MESSAGES_PER_PAGE,
    })
    // The right may have ended during the reads.
    getOwnSearch(realm, actor, search_id)
    return { messages, next: next ?? null }
  },
})

const entryShape = named(
  'DiscoveryLogEntry',
  v.strictObject({
    id: v.number(),
    timestamp: v.number(),
    kind: v.picklist(keysOf(DISCOVERY_KINDS)),
    actor_id: v.nullable(v.number()),
    user_id: v.nullable(v.number()),
    network_address: v.literal(''),
    client: v.literal(''),
    details: v.record(v.string(), v.unknown()),
    previous_hash: v.string(),
    salt: v.string(),
    personal_hash: v.string(),
    entry_hash: v.string(),
  }),
)

export const getDiscoveryLog = endpoint.decision({
  route: 'GET /parley/discovery/log',
  summary: 'Get the log of holds and of searches over everything, the newest entries first.',
  note: `${WHO} No entry is ever changed or deleted. Each has the hash of the one before it: \`npm run parley -- discovery log FILE\` and \`audit verify FILE\` find a changed, missing or added entry.\n\n${keysOf(
    DISCOVERY_KINDS,
  )
    .map((kind) => `- \`${kind}\`: ${DISCOVERY_KINDS[kind]}`)
    .join('\n')}`,
  caller: owners,
  params: { before_id: optional(v.nullable(naturalNumber()), null) },
  returns: { entries: v.array(entryShape), found_oldest: v.boolean() },
  errors: [insufficientPermission],
  decide: (realm, actor, { before_id }) => {
    requireSearcher(realm, actor)
    const found = discoveryEntriesBefore(realm, before_id ?? NEWEST_ANCHOR, ENTRIES_PER_PAGE + 1)
    const entries = found
      .slice(0, ENTRIES_PER_PAGE)
      .map(({ entry_id, at, details, kind, actor_id, user_id, previous_hash, salt, personal_hash, entry_hash }) => ({
        id: entry_id,
        timestamp: at,
        kind,
        actor_id,
        user_id,
        ...WITHOUT_SENDER,
        details: JSON.parse(details),
        previous_hash,
        salt,
        personal_hash,
        entry_hash,
      }))
    return { entries, found_oldest: found.length <= ENTRIES_PER_PAGE }
  },
})
