import * as v from 'valibot'
import { boolean, ids, integer, naturalNumber, optional, shortText } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import { invalidMessage } from '../message-index/rules'
import { bodyFields } from '../wire-format/message'
import { requireSpectatorNarrow } from '../narrows/spectators'
import { badNarrow, badNarrowCombination, narrowParam } from '../narrows/term'
import { getVisibleMessage } from '../access/access'
import { MAX_MESSAGES_PER_FETCH } from '../../realm/settings/limits'
import { searchPage } from '../search/edge'
import { searchSteps, loadFound } from '../search/steps'
import { matchTest, highlightMatches, matchFields } from '../search/matches'
import { splitSearch } from '../search/terms'
import { anyUser, readers } from '../../people/users/callers'
import { notLoggedIn, readerAsking } from '../../people/users/spectator'
import { invalidAnchor, invalidAnchorDate, missingAnchor, missingAnchorDate } from '../pages/anchor'
import { fetchOwnByIds, fetchPage, fetchByIds, prepareSearchRange } from '../pages/fetch'
import { loadMessages } from '../pages/load-messages'
import { withoutOmitted } from '../pages/page-rules'
import {
  anchorExcludedInside,
  messagesTooLarge,
  parametersExclusive,
  tooManyMessages,
  resolveRange,
  requireNoRange,
} from '../pages/range'
import { limitResponse, fetchedMessageShape, addBodies } from '../pages/message-response'

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
  steps: { ...searchSteps, showFound: loadFound },
  decide: (realm, caller, { message_ids, ...params }) => {
    const actor = readerAsking(realm, caller)
    requireSpectatorNarrow(actor, params.narrow ?? [])
    const shown = shownFor(params)
    const { narrow, search } = splitSearch(params.narrow ?? [])
    if (message_ids !== undefined) {
      requireNoRange(params)
      const page = { found_anchor: false, found_oldest: false, found_newest: false }
      return { page, search, ...loadMessages(realm, actor, fetchByIds(realm, actor, narrow, message_ids), shown) }
    }
    const range = resolveRange(params)
    if (search) return { asked: { narrow, search }, range: prepareSearchRange(realm, actor, narrow, range) }
    const { rows, ...page } = fetchPage(realm, actor, narrow, range)
    return { page, search, ...loadMessages(realm, actor, rows, shown) }
  },
  present: async (edge, decision, params) => {
    const { page, search, ...fetched } = decision.asked ? await searched(edge, decision, params) : decision
    const { messages, left_out } = await addBodies(edge, fetched)
    const shown = messages.filter(matchTest(search)).map(({ message, body }) => ({
      ...message,
      ...bodyFields(body, params.apply_markdown),
      ...(search ? highlightMatches(search, { message, body }) : {}),
    }))
    const told = limitResponse(shown)
    const omitted = [...left_out, ...told.left_out]
    // Without a range there is no end to go on to: the client must ask for fewer.
    if (params.message_ids !== undefined && omitted.length > 0) throw messagesTooLarge({})
    return { ...withoutOmitted(page, omitted), history_limited: false, messages: told.messages }
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
  const fetched = await edge.ask(loadFound, { ...narrowed, ids, ...shownFor(params) })
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
    const message = getVisibleMessage(realm, actor, message_id)
    return loadMessages(realm, actor, [message], { client_gravatar: true, knowsEmptyTopic: allow_empty_topic_name })
  },
  present: async (edge, fetched, { apply_markdown }) => {
    const [only] = (await addBodies(edge, fetched)).messages
    if (only === undefined) throw invalidMessage({})
    const { message, body } = only
    return { message: { ...message, ...bodyFields(body, apply_markdown) }, raw_content: body.content }
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
    const { narrow, search = { required: [], excluded: [] } } = splitSearch(params.narrow ?? [])
    const rows = fetchOwnByIds(realm, actor, narrow, msg_ids)
    return { search, ...loadMessages(realm, actor, rows, { client_gravatar: false, knowsEmptyTopic: false }) }
  },
  present: async (edge, { search, ...fetched }) => {
    const { messages: all, left_out } = await addBodies(edge, fetched)
    if (left_out.length > 0) throw messagesTooLarge({})
    const messages = all.filter(matchTest(search))
    return { messages: Object.fromEntries(messages.map((each) => [each.message.id, highlightMatches(search, each)])) }
  },
})
