import { messageFacts } from '../../messages/wire-format/message'
import { changesOf } from './message-histories'
import { messagePage } from './message-pages'
import { pagedPart } from './part'

/** The messages in the form of `GET /messages`, with their Markdown and their edit history. */
export const messagesPart = pagedPart('messages', async (scope, after) => {
  const { values, next } = await messagePage(scope, after, (now, { row, body, extras, histories }) => ({
    ...messageFacts(now.realm, row, now.locationOf(row).conversation),
    ...extras,
    ...body,
    ...changesOf(now, row, histories),
  }))
  return values.length === 0 ? { next } : { content: { messages: values }, next }
})
