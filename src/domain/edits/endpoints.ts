import * as v from 'valibot'
import { integer, optional, text } from '../../api/params'
import { endpoint } from '../../edge'
import { parseMarkdown } from '../../markdown/parse'
import { editingTurnedOff, editLimitPassed, mayNotEdit } from '../messages/content-edit-rules'
import {
  channelWildcardNotAllowed,
  groupMentionNotAllowed,
  invalidMessage,
  messageHasNullBytes,
  topicWildcardNotAllowed,
} from '../messages/rules'
import { anyUser } from '../users/callers'
import { editMessage } from './edit-message'
import { changedMeanwhile, contentAfterEdit, nothingToChange, widgetsCannotBeEdited } from './rules'

/** A file that no message holds any more (specification 2.4). */
const detachedUpload = v.strictObject({
  id: v.number(),
  name: v.string(),
  path_id: v.string(),
  size: v.number(),
  create_time: v.number(),
  messages: v.array(v.strictObject({ date_sent: v.number(), id: v.number() })),
})

export const updateMessage = endpoint({
  route: 'PATCH /messages/:message_id',
  summary: 'Change what a message says.',
  caller: anyUser,
  params: {
    message_id: integer(),
    content: optional(text()),
    prev_content_sha256: optional(text()),
  },
  returns: { detached_uploads: v.array(detachedUpload) },
  errors: [
    invalidMessage,
    nothingToChange,
    editingTurnedOff,
    mayNotEdit,
    editLimitPassed,
    widgetsCannotBeEdited,
    changedMeanwhile,
    messageHasNullBytes,
    groupMentionNotAllowed,
    channelWildcardNotAllowed,
    topicWildcardNotAllowed,
  ],
  prepare: (edge, params) => {
    if (params.content === undefined) return {}
    const content = contentAfterEdit(params.content)
    return { words: { content, ...parseMarkdown(content, edge.markdown) } }
  },
  decide: async (realm, actor, wanted) => ({ detached_uploads: await editMessage(realm, actor, wanted) }),
})
