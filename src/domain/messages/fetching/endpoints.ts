import * as v from 'valibot'
import { boolean, ids, integer, naturalNumber, optional, shortText } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import { invalidMessage } from '../message-index/rules'
import { bodyShown } from '../wire-format/message'
import { refuseToSpectator } from '../narrows/spectators'
import { badNarrow, badNarrowCombination, narrowParam } from '../narrows/term'
import { messageVisibleTo } from '../access/access'
import { MAX_MESSAGES_PER_FETCH } from '../../realm/settings/limits'
import { searchPage } from '../search/edge'
import { searchSteps, showFound } from '../search/steps'
import { isFound, matchesShown, matchFields } from '../search/matches'
import { searchIn } from '../search/terms'
import { anyUser, readers } from '../../people/users/callers'
import { notLoggedIn, readerAsking } from '../../people/users/spectator'
import { invalidAnchor, invalidAnchorDate, missingAnchor, missingAnchorDate } from '../pages/anchor'
import { fetchOwn, fetchPage, fetchThese, rangeToSearch } from '../pages/fetch'
import { handOver } from '../pages/hand-over'
import { withoutSome } from '../pages/page-rules'
import {
  anchorExcludedInside,
  messagesTooLarge,
  parametersExclusive,
  tooManyMessages,
  rangeMeant,
  refuseRangeBesideIds,
} from '../pages/range'
import { answered, fetchedMessageShape, withBodies } from '../pages/shown'

const foundMessageShape = v.strictObject({
  ...fetchedMessageShape.entries,
  match_content: v.optional(matchFields.match_content),
  match_subject: v.optional(matchFields.match_subject),
})

export const getMessages = endpoint.decision({
  route: 'GET /messages',
  summary: 'Messages of a narrow around an anchor, or by their ids.',
  caller: readers,
  params: {
    anchor: optional(v.union([integer(), shortText()])),
    include_anchor: optional(boolean(), true),
    num_before: optional(naturalNumber()),
    num_after: optional(naturalNumber()),
    narrow: optional(narrowParam, []),
    client_gravatar: optional(boolean(), true),
    apply_markdown: optional(boolean(), true),
    message_ids: optional(ids(MAX_MESSAGES_PER_FETCH)),
    allow_empty_topic_name: optional(boolean(), false),
    use_first_unread_anchor: optional(boolean(), false),
    anchor_date: optional(shortText()),
  },
  returns: {
    anchor: v.optional(v.number()),
    found_anchor: v.boolean(),
    found_oldest: v.boolean(),
    found_newest: v.boolean(),
    history_limited: v.boolean(),
    messages: v.array(foundMessageShape),
  },
  errors: [
    badNarrow,
    badNarrowCombination,
    missingAnchor,
    invalidAnchor,
    missingAnchorDate,
    invalidAnchorDate,
    anchorExcludedInside,
    tooManyMessages,
    messagesTooLarge,
    parametersExclusive,
    notLoggedIn,
  ],
  steps: { ...searchSteps, showFound },
  decide: (realm, caller, { message_ids, ...params }) => {
    const actor = readerAsking(realm, caller)
    refuseToSpectator(actor, params.narrow ?? [])
    const shown = shownFor(params)
    const { narrow, search } = searchIn(params.narrow ?? [])
    if (message_ids !== undefined) {
      refuseRangeBesideIds(params)
      const page = { found_anchor: false, found_oldest: false, found_newest: false }
      return { page, search, ...handOver(realm, actor, fetchThese(realm, actor, narrow, message_ids), shown) }
    }
    const range = rangeMeant(params)
    if (search) return { asked: { narrow, search }, range: rangeToSearch(realm, actor, narrow, range) }
    const { rows, ...page } = fetchPage(realm, actor, narrow, range)
    return { page, search, ...handOver(realm, actor, rows, shown) }
  },
  present: async (edge, decision, params) => {
    const { page, search, ...fetched } = decision.asked ? await searched(edge, decision, params) : decision
    const { messages, left_out } = await withBodies(edge, fetched)
    const shown = messages.filter(isFound(search)).map(({ message, body }) => ({
      ...message,
      ...bodyShown(body, params.apply_markdown),
      ...(search ? matchesShown(search, { message, body }) : {}),
    }))
    const told = answered(shown)
    const omitted = [...left_out, ...told.left_out]
    // Without a range there is no end to go on to: the client must ask for fewer.
    if (params.message_ids !== undefined && omitted.length > 0) throw messagesTooLarge({})
    return { ...withoutSome(page, omitted), history_limited: false, messages: told.messages }
  },
})

type ShownParams = { client_gravatar: boolean; allow_empty_topic_name: boolean }

const shownFor = ({ client_gravatar, allow_empty_topic_name }: ShownParams) => ({
  client_gravatar,
  knowsEmptyTopic: allow_empty_topic_name,
})

type ToSearch = { asked: Parameters<typeof searchPage>[1]; range: Parameters<typeof searchPage>[2] }

async function searched(edge: Edge, { asked, range }: ToSearch, params: ShownParams) {
  const { search, ...narrowed } = asked
  const { ids, bodies, ...page } = await searchPage(edge, asked, range)
  const fetched = await edge.ask(showFound, { ...narrowed, ids, ...shownFor(params) })
  return { page, search, ...fetched, bodies: new Map([...bodies, ...fetched.bodies]) }
}

export const getMessage = endpoint.decision({
  route: 'GET /messages/:message_id',
  summary: 'One message.',
  caller: readers,
  params: {
    message_id: integer(),
    apply_markdown: optional(boolean(), true),
    allow_empty_topic_name: optional(boolean(), false),
  },
  returns: { message: fetchedMessageShape, raw_content: v.string() },
  errors: [invalidMessage, notLoggedIn],
  decide: (realm, caller, { message_id, allow_empty_topic_name }) => {
    const actor = readerAsking(realm, caller)
    const message = messageVisibleTo(realm, actor, message_id)
    return handOver(realm, actor, [message], { client_gravatar: true, knowsEmptyTopic: allow_empty_topic_name })
  },
  present: async (edge, fetched, { apply_markdown }) => {
    const [only] = (await withBodies(edge, fetched)).messages
    if (only === undefined) throw invalidMessage({})
    const { message, body } = only
    return { message: { ...message, ...bodyShown(body, apply_markdown) }, raw_content: body.content }
  },
})

export const checkNarrow = endpoint.decision({
  route: 'GET /messages/matches_narrow',
  summary: 'Which of these messages of yours are in a narrow, and what in them was searched for.',
  caller: anyUser,
  params: { msg_ids: ids(MAX_MESSAGES_PER_FETCH), narrow: narrowParam },
  returns: { messages: v.record(v.string(), v.strictObject(matchFields)) },
  errors: [badNarrow, badNarrowCombination, messagesTooLarge],
  decide: (realm, actor, { msg_ids, ...params }) => {
    const { narrow, search = { wanted: [], unwanted: [] } } = searchIn(params.narrow ?? [])
    const rows = fetchOwn(realm, actor, narrow, msg_ids)
    return { search, ...handOver(realm, actor, rows, { client_gravatar: false, knowsEmptyTopic: false }) }
  },
  present: async (edge, { search, ...fetched }) => {
    const { messages: all, left_out } = await withBodies(edge, fetched)
    if (left_out.length > 0) throw messagesTooLarge({})
    const messages = all.filter(isFound(search))
    return { messages: Object.fromEntries(messages.map((each) => [each.message.id, matchesShown(search, each)])) }
  },
})
