import * as v from 'valibot'
import { named } from '../../../api/named'
import { ids, naturalNumber, optional } from '../../../api/params'
import { endpoint, step } from '../../../edge'
import { humans } from '../../people/users/callers'
import type { User } from '../../people/users/user'
import { withTextsOfD1 } from '../pages/load-messages'
import { addBodies } from '../pages/message-response'
import { digestsOf, firstIdOf, rangeOf, versionsOf, type Versions } from './compare'
import {
  blockOf,
  digestOfAll,
  IDS_PER_BLOCK,
  MAX_BLOCKS,
  MAX_LISTED_BLOCKS,
  MAX_MESSAGES_PER_PAGE,
} from './digest-rules'
import { keptMessageShape, keptConversationShape, keptSenderShape, packKept, placeShape } from './kept-response'
import { pageBefore, pageOfIds } from './page'
import { requireKeeping } from './require-keeping'
import { BLOCKS_PER_TURN, keepingIsOff, tooManyBlocks } from './rules'

const AS_OF =
  '`event` is the newest event that the answer knows. A client that received events since its request applies those after `event` again.'

export const getKeptMessages = endpoint.decision({
  route: 'POST /parley/replica/messages',
  summary: 'Fetch messages for a client that keeps them.',
  note:
    'A client keeps the messages of its direct conversations, and the readable messages of its subscribed channels. The response has ' +
    `up to ${MAX_MESSAGES_PER_PAGE} of them, the newest first: those before \`before\`, or those of \`message_ids\`. All messages from ` +
    '`reached` on are there: it is the `before` of the next request. It is 0 if there are no older ones, and `null` for `message_ids`. ' +
    '`left_out` are those of `message_ids` for which the response had no room: a client asks for them again. `sender` and `conversation` of a message are indexes. ' +
    'Fields without a value are missing: `flags`, `reactions`, `submessages`, and `version`, the newest event that changed the message ' +
    'after it was sent. `flags` lacks `read` and `starred`, which the state of the client has. ' +
    AS_OF,
  caller: humans,
  params: { before: optional(naturalNumber()), message_ids: optional(ids(MAX_MESSAGES_PER_PAGE)) },
  returns: {
    event: v.number(),
    reached: v.nullable(v.number()),
    left_out: v.array(v.number()),
    senders: v.array(keptSenderShape),
    conversations: v.array(keptConversationShape),
    messages: v.array(keptMessageShape),
  },
  errors: [keepingIsOff],
  decide: (realm, actor, { before, message_ids }) => {
    requireKeeping(realm)
    const page = message_ids ? pageOfIds(realm, actor, message_ids) : pageBefore(realm, actor, before)
    return { event: realm.log.lastId, ...page }
  },
  complete: async (realm, page) => ({ ...page, loaded: await withTextsOfD1(realm, page.loaded) }),
  present: async (edge, { event, loaded, versions, reached }) => {
    const { messages, left_out } = await addBodies(edge, loaded)
    const oldest = messages.reduce((least, { message }) => Math.min(least, message.id), Infinity)
    const more =
      reached === undefined
        ? { reached: null, left_out }
        : { reached: left_out.length > 0 ? oldest : reached, left_out: [] }
    return { event, ...more, ...packKept(messages, versions) }
  },
})

type Caller = User

const turnSteps = {
  /** Returns the digests of some blocks. */
  digest: step((realm, actor: Caller, range: { from: number; to: number }) => digestsOf(realm, actor, range)),
}

export const compareMessages = endpoint.decision({
  route: 'POST /parley/replica/digests',
  summary: 'Compare the messages that a client keeps with those of the server.',
  note:
    `A block has ${IDS_PER_BLOCK} ids. \`digests\` has a number for each block from \`from\` to \`to\`, computed from the id, the place, ` +
    'the version and the marks of each message that a client keeps (`src/domain/messages/replica/digest-rules.ts`). With `digest`, the ' +
    'digest of all of them, the response has none if it is the same: then `same` is `true`. A response without `to` in its request ends after ' +
    `${MAX_BLOCKS} blocks at the latest. \`newest\` is the newest id of the organization: a client continues after \`to\`. ` +
    AS_OF,
  caller: humans,
  params: { from: naturalNumber(), to: optional(naturalNumber()), digest: optional(naturalNumber()) },
  returns: { event: v.number(), to: v.number(), newest: v.number(), same: v.boolean(), digests: v.array(v.number()) },
  errors: [keepingIsOff, tooManyBlocks],
  steps: turnSteps,
  decide: (realm, _, { from, to }) => {
    requireKeeping(realm)
    const newest = Math.max(realm.messageIds.last, from)
    if (to !== undefined && blockOf(Math.min(to, newest)) - blockOf(from) >= MAX_BLOCKS) throw tooManyBlocks({})
    const last = Math.min(to ?? firstIdOf(blockOf(from) + MAX_BLOCKS) - 1, newest)
    return { event: realm.log.lastId, from, to: last, newest }
  },
  present: async (edge, { event, from, to, newest }, { digest }) => {
    const digests: number[] = []
    for (let first = from; first <= to; first = firstIdOf(blockOf(first) + BLOCKS_PER_TURN)) {
      const last = Math.min(to, firstIdOf(blockOf(first) + BLOCKS_PER_TURN) - 1)
      digests.push(...(await edge.ask(turnSteps.digest, { from: first, to: last })))
    }
    const same = digest === digestOfAll(digests)
    return { event, to, newest, same, digests: same ? [] : digests }
  },
})

const listedShape = named('KeptPlace', v.strictObject({ place: placeShape, ids: v.array(v.number()) }))

export const listVersions = endpoint.decision({
  route: 'POST /parley/replica/versions',
  summary: 'List the messages of blocks that a client keeps, with their places and versions.',
  note:
    `\`blocks\` are up to ${MAX_LISTED_BLOCKS} numbers: the ids of a message divided by ${IDS_PER_BLOCK}. \`versions\` and \`marks\` have pairs of ` +
    'an id and a number, for messages whose number is not 0. ' +
    AS_OF,
  caller: humans,
  params: { blocks: ids(MAX_LISTED_BLOCKS) },
  returns: {
    event: v.number(),
    places: v.array(listedShape),
    versions: v.array(v.strictTuple([v.number(), v.number()])),
    marks: v.array(v.strictTuple([v.number(), v.number()])),
  },
  errors: [keepingIsOff],
  decide: (realm, actor, { blocks }) => {
    requireKeeping(realm)
    const listed: Versions[] = blocks.map((block) => versionsOf(realm, actor, rangeOf(block)))
    return {
      event: realm.log.lastId,
      places: listed.flatMap(({ places, ids: ofPlaces }) =>
        places.map((place, nth) => ({ place, ids: ofPlaces[nth] ?? [] })),
      ),
      versions: listed.flatMap(({ versions }) => versions),
      marks: listed.flatMap(({ marks }) => marks),
    }
  },
})
