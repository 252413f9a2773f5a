import * as v from 'valibot'
import { integer, list, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidChannelId } from '../../channels/channels/rules'
import { messageEmpty, messageHasNullBytes } from '../../messages/message-index/rules'
import { invalidRecipientId } from '../sending/rules'
import { anyUser } from '../../people/users/callers'
import { addDrafts, deleteDraft, draftsFor, editDraft } from './actions'
import { draftParam, draftShape } from './draft'
import {
  draftDoesNotExist,
  draftsNotSynchronized,
  MOST_DRAFTS_AT_ONCE,
  oneChannelForDraft,
  timestampIsNegative,
  tooManyDrafts,
  tooMuchDrafted,
  topicHasNullBytes,
} from './rules'

const badDraft = [
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
  summary: 'Your drafts, the one last edited last.',
  caller: anyUser,
  params: {},
  returns: { count: v.number(), drafts: v.array(draftShape) },
  errors: [draftsNotSynchronized],
  decide: (realm, actor) => {
    const drafts = draftsFor(realm, actor)
    return { count: drafts.length, drafts }
  },
})

export const createDrafts = endpoint.decision({
  route: 'POST /drafts',
  summary: 'Keep drafts for all your devices.',
  caller: anyUser,
  params: { drafts: optional(list(draftParam, MOST_DRAFTS_AT_ONCE), []) },
  returns: { ids: v.array(v.number()) },
  errors: [draftsNotSynchronized, tooManyDrafts, tooMuchDrafted, ...badDraft],
  decide: (realm, actor, { drafts }) => ({ ids: addDrafts(realm, actor, drafts).map(({ id }) => id) }),
})

export const updateDraft = endpoint.decision({
  route: 'PATCH /drafts/:draft_id',
  summary: 'Replace a draft by what it is now.',
  caller: anyUser,
  params: { draft_id: integer(), draft: draftParam },
  returns: {},
  errors: [draftsNotSynchronized, draftDoesNotExist, tooMuchDrafted, ...badDraft],
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
