import { notLoggedIn } from '../../../api/callers'
import * as v from 'valibot'
import { missingParameter } from '../../../api/decode'
import { boolean, ids, integer, naturalNumber, optional, shortText } from '../../../api/params'
import { endpoint, type Edge } from '../../../edge'
import type { RealmSteps } from '../../../api/endpoint'
import type { MessageBody, Realm } from '../../../realm'
import { invalidMessage } from '../message-index/rules'
import { bodyFields, messageShapeWith, type DisplayOptions } from '../wire-format/message'
import { requireSpectatorNarrow } from '../narrows/spectators'
import { badNarrow, badNarrowCombination, narrowParam, type Term } from '../narrows/term'
import { getVisibleMessage } from '../access/access'
import { MAX_MESSAGES_PER_FETCH } from '../../realm/settings/limits'
import { beginSearch } from '../search/candidates'
import type { LoadWith, SearchRequest } from '../search/candidate-lists'
import { searchPage } from '../search/search-page'
import { searchSteps, loadFound } from '../search/steps'
import { matchTest, highlightMatches, matchFields } from '../search/matches'
import { splitSearch } from '../search/terms'
import { anyUser, readers } from '../../people/users/callers'
import { requireReader } from '../../people/users/spectator'
import { anchorParam, invalidAnchor, invalidAnchorDate, missingAnchor } from '../pages/anchor'
import { fetchOwnByIds, fetchPage, fetchByIds, rangeForWorker } from '../pages/fetch-page'
import { fetchInTurns } from '../pages/fetch-in-turns'
import { loadMessages, withTextsOfD1 } from '../pages/load-messages'
import { withoutOmitted } from '../pages/page-rules'
import {
  anchorExcludedInside,
  messagesTooLarge,
  parametersExclusive,
  tooManyMessages,
  resolveRange,
  requireNoRange,
} from '../pages/range'
import { limitResponse, fetchedFields, fetchedMessageShape, addBodies } from '../pages/message-response'

const foundMessageShape = messageShapeWith('FoundMessage', {
  ...fetchedFields,
  match_content: v.optional(matchFields.match_content),
  match_subject: v.optional(matchFields.match_subject),
})

export const getMessages = endpoint.decision({
  route: 'GET /messages',
  summary: 'Fetch the messages of a narrow around an anchor, or messages by their ids.',
  agentScopes: ['messages:read'],
  caller: readers,
  params: {
    anchor: optional(anchorParam),
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
    missingParameter,
    invalidAnchorDate,
    anchorExcludedInside,
    tooManyMessages,
    messagesTooLarge,
    parametersExclusive,
    notLoggedIn,
  ],
  steps: { ...searchSteps, loadFound },
  needsSteps: ({ narrow }) => splitSearch(narrow ?? []).search !== undefined,
  decide: (realm, caller, { message_ids, ...params }) => {
    const actor = requireReader(realm, caller)
    requireSpectatorNarrow(actor, params.narrow ?? [])
    const options = displayOptions(params)
    const { narrow, search } = splitSearch(params.narrow ?? [])
    if (message_ids !== undefined) {
      requireNoRange(params)
      const rows = fetchByIds(realm, actor, narrow, message_ids)
      return { page: NO_PAGE, search, ...loadMessages(realm, actor, rows, options), inTurns: undefined }
    }
    const range = resolveRange(params)
    if (search) {
      const around = rangeForWorker(realm, actor, narrow, range)
      return { request: beginSearch(realm, actor, { narrow, search }, around.anchor), range: around }
    }
    const found = fetchPage(realm, actor, narrow, range)
    const inTurns = found ? undefined : { narrow, range: rangeForWorker(realm, actor, narrow, range), options }
    const { items: rows, ...page } = found ?? { ...NO_PAGE, items: [] }
    return { page, search, ...loadMessages(realm, actor, rows, options), inTurns }
  },
  complete: async (realm, decision, steps) => {
    if (decision.request) return decision
    return withTextsOfD1(realm, decision.inTurns ? await loadInTurns(steps, decision.inTurns) : decision)
  },
  present: async (edge, decision, params) => {
    const found = decision.request
      ? await findMessages(edge, decision, displayOptions(params))
      : { ...decision, ...(await addBodies(edge, decision)) }
    const { page, search, messages: withBodies, left_out } = found
    const responses = withBodies.filter(matchTest(search)).map(({ message, body }) => ({
      ...message,
      ...bodyFields(body, params.apply_markdown),
      ...(search ? highlightMatches(search, { message, body }) : {}),
    }))
    const { messages, left_out: tooLarge } = limitResponse(responses)
    const omitted = [...left_out, ...tooLarge]
    // A client cannot continue a list of ids as it continues a range, so it must request fewer messages.
    if (params.message_ids !== undefined && omitted.length > 0) throw messagesTooLarge({})
    return { ...withoutOmitted(page, omitted), history_limited: false, messages }
  },
})

const NO_PAGE = { found_anchor: false, found_oldest: false, found_newest: false }

type DisplayParams = { client_gravatar: boolean; allow_empty_topic_name: boolean }

const displayOptions = ({ client_gravatar, allow_empty_topic_name }: DisplayParams) => ({
  client_gravatar,
  knowsEmptyTopic: allow_empty_topic_name,
})

type Range = Parameters<typeof searchPage>[2]

type InTurns = { narrow: Term[]; range: Range; options: DisplayOptions }

/** Returns the page of a narrow that reads too many rows for one turn of the realm. */
async function loadInTurns(steps: RealmSteps<Realm>, { narrow, range, options }: InTurns) {
  const { items, ...page } = await fetchInTurns(steps, narrow, range)
  const loaded = await steps.ask(loadFound, { narrow, ids: items.map(({ id }) => id), ...options })
  return { page, search: undefined, ...loaded, inTurns: undefined }
}

type ToFind = { request: SearchRequest; range: Range }

/** Finds the messages of a search. The realm has loaded most of them with the candidates. */
async function findMessages(edge: Edge, { request, range }: ToFind, options: DisplayOptions) {
  const loadWith: LoadWith = { options, loaded: [] }
  const { items, ...page } = await searchPage(edge, { ...request, loadWith }, range)
  const ids = items.map(({ id }) => id)
  const withCandidates = new Set(loadWith.loaded.flatMap(({ messages }) => messages.ids))
  const { narrow, search } = request
  const loaded = ids.every((id) => withCandidates.has(id))
    ? loadWith.loaded
    : [await edge.ask(loadFound, { narrow, ids, ...options })]
  const searched = new Map(items.flatMap(({ id, body }): [number, MessageBody][] => (body ? [[id, body]] : [])))
  const onPage = new Set(ids)
  // A message can be among the candidates of several lists.
  const batchOf = new Map(loaded.flatMap(({ messages }, nth) => messages.ids.map((id): [number, number] => [id, nth])))
  const parts = await Promise.all(
    loaded.map((batch, nth) =>
      addBodies(edge, batch, { searched, isWanted: (id) => onPage.has(id) && (batchOf.get(id) ?? nth) === nth }),
    ),
  )
  const found = new Map(parts.flatMap(({ messages }) => messages).map((one) => [one.message.id, one]))
  return {
    page,
    search,
    messages: ids.flatMap((id) => found.get(id) ?? []),
    left_out: parts.flatMap(({ left_out }) => left_out),
  }
}

export const getMessage = endpoint.decision({
  route: 'GET /messages/:message_id',
  summary: 'Fetch one message.',
  agentScopes: ['messages:read'],
  caller: readers,
  params: {
    message_id: integer(),
    apply_markdown: optional(boolean(), true),
    allow_empty_topic_name: optional(boolean(), false),
  },
  returns: { message: fetchedMessageShape, raw_content: v.string() },
  errors: [invalidMessage, notLoggedIn],
  decide: (realm, caller, { message_id, allow_empty_topic_name }) => {
    const actor = requireReader(realm, caller)
    const message = getVisibleMessage(realm, actor, message_id)
    return loadMessages(realm, actor, [message], { client_gravatar: true, knowsEmptyTopic: allow_empty_topic_name })
  },
  complete: withTextsOfD1,
  present: async (edge, loaded, { apply_markdown }) => {
    const [found] = (await addBodies(edge, loaded)).messages
    if (found === undefined) throw invalidMessage({})
    const { message, body } = found
    return { message: { ...message, ...bodyFields(body, apply_markdown) }, raw_content: body.content }
  },
})

export const checkNarrow = endpoint.decision({
  route: 'GET /messages/matches_narrow',
  summary: 'Check which of your messages match a narrow, and where they match its search.',
  caller: anyUser,
  params: { msg_ids: ids(MAX_MESSAGES_PER_FETCH), narrow: narrowParam },
  returns: { messages: v.record(v.string(), v.strictObject(matchFields)) },
  errors: [badNarrow, badNarrowCombination, messagesTooLarge],
  decide: (realm, actor, { msg_ids, ...params }) => {
    const { narrow, search = { required: [], excluded: [] } } = splitSearch(params.narrow ?? [])
    const rows = fetchOwnByIds(realm, actor, narrow, msg_ids)
    return { search, ...loadMessages(realm, actor, rows, { client_gravatar: false, knowsEmptyTopic: false }) }
  },
  complete: withTextsOfD1,
  present: async (edge, { search, ...loaded }) => {
    const { messages, left_out } = await addBodies(edge, loaded)
    if (left_out.length > 0) throw messagesTooLarge({})
    const matching = messages.filter(matchTest(search))
    return {
      messages: Object.fromEntries(matching.map((found) => [found.message.id, highlightMatches(search, found)])),
    }
  },
})
