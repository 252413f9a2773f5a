import * as v from 'valibot'
import { integer, list, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidChannelId } from '../../channels/channels/rules'
import { messageEmpty, messageHasNullBytes } from '../../messages/message-index/rules'
import { invalidRecipientId } from '../sending/rules'
import { anyUser } from '../../people/users/callers'
import { addDrafts, deleteDraft, getSynchronizedDrafts, editDraft } from './actions'
import { draftParam, draftShape } from './draft'
import {
  draftDoesNotExist,
  draftsNotSynchronized,
  MAX_DRAFTS_PER_REQUEST,
  oneChannelForDraft,
  timestampIsNegative,
  tooManyDrafts,
  draftsTooLong,
  topicHasNullBytes,
} from './rules'

const draftErrors = [
  timestampIsNegative,
  oneChannelForDraft,
  topicHasNullBytes,
  messageEmpty,
  messageHasNullBytes,
  invalidChannelId,
  invalidRecipientId,
]

export const getDrafts = endpoint.decision({
  route: 'GET /drafts',
  summary: 'Get your drafts. The last edited draft comes last.',
  caller: anyUser,
  params: {},
  returns: { count: v.number(), drafts: v.array(draftShape) },
  errors: [draftsNotSynchronized],
  decide: (realm, actor) => {
    const drafts = getSynchronizedDrafts(realm, actor)
    return { count: drafts.length, drafts }
  },
})

export const createDrafts = endpoint.decision({
  route: 'POST /drafts',
  summary: 'Create drafts, for all your devices.',
  agentScopes: ['drafts:write'],
  caller: anyUser,
  params: { drafts: optional(list(draftParam, MAX_DRAFTS_PER_REQUEST), []) },
  returns: { ids: v.array(v.number()) },
  errors: [draftsNotSynchronized, tooManyDrafts, draftsTooLong, ...draftErrors],
  decide: (realm, actor, { drafts }) => ({ ids: addDrafts(realm, actor, drafts).map(({ id }) => id) }),
})

export const updateDraft = endpoint.decision({
  route: 'PATCH /drafts/:draft_id',
  summary: 'Edit a draft: the new draft replaces it.',
  caller: anyUser,
  params: { draft_id: integer(), draft: draftParam },
  returns: {},
  errors: [draftsNotSynchronized, draftDoesNotExist, draftsTooLong, ...draftErrors],
  decide: (realm, actor, { draft_id, draft }) => editDraft(realm, actor, draft_id, draft),
})

export const removeDraft = endpoint.decision({
  route: 'DELETE /drafts/:draft_id',
  summary: 'Delete a draft.',
  caller: anyUser,
  params: { draft_id: integer() },
  returns: {},
  errors: [draftsNotSynchronized, draftDoesNotExist],
  decide: (realm, actor, { draft_id }) => deleteDraft(realm, actor, draft_id),
})
