import * as v from 'valibot'
import { badRequest, type ApiError } from '../../../api/errors'
import { parseJson } from '../../../api/parse-json'
import { boolean, integer } from '../../../api/params'

export const mayNotAddToMessage = badRequest(() => 'You cannot attach a submessage to this message.')
export const submessageNotJson = badRequest(() => 'Invalid json for submessage')
export const submessageDoesNotFit = badRequest((f: { widget_type: string }) => `Invalid data for a ${f.widget_type}`)
export const onlyAuthorMayChange = badRequest(() => 'Only the author of the message can change this.')
export const tooManySubmessages = badRequest(() => 'This message has as many submessages as it can have.')

// Fetching a message returns all of its submessages.
const MAX_SUBMESSAGES = 5000
const MAX_CHARACTERS = 1_000_000

const part = <const Type extends string, Fields extends v.ObjectEntries>(type: Type, fields: Fields) =>
  v.strictObject({ type: v.literal(type), ...fields })

/** The content that each kind of widget accepts, and what only its author can add. Widgets of other kinds accept anything. */
const PARTS: Record<string, { schema: v.GenericSchema; isAuthors?: boolean }[]> = {
  poll: [
    { schema: part('vote', { key: v.string(), vote: v.picklist([1, -1]) }) },
    { schema: part('new_option', { idx: integer(), option: v.string() }) },
    { schema: part('question', { question: v.string() }), isAuthors: true },
  ],
  todo: [
    {
      schema: part('new_task', { key: integer(), task: v.string(), desc: v.string(), completed: boolean() }),
    },
    { schema: part('strike', { key: v.string() }) },
    { schema: part('new_task_list_title', { title: v.string() }), isAuthors: true },
  ],
}

export type Addition = {
  /** The submessage is one that only the server writes, or the message has one. */
  isOfControls: boolean
  widget_type: string | undefined // undefined: the message has no widget
  content: string
  isAuthor: boolean
  /** Whether the author has a submessage on the message, such as its widget. Before that, other users cannot add any. */
  isOpen: boolean
  already: { count: number; characters: number }
}

/** Returns why a user cannot add this submessage, or undefined. */
export function refusalToAdd(addition: Addition): ApiError | undefined {
  const { widget_type, content, isAuthor, isOpen, already, isOfControls } = addition
  if (isOfControls || (!isAuthor && !isOpen)) return mayNotAddToMessage({})
  if (already.count >= MAX_SUBMESSAGES || already.characters + content.length > MAX_CHARACTERS)
    return tooManySubmessages({})
  const data = parseJson(content)
  if (data === undefined) return submessageNotJson({})
  const parts = widget_type === undefined ? undefined : PARTS[widget_type]
  if (widget_type === undefined || parts === undefined) return undefined
  const fitting = parts.find(({ schema }) => v.is(schema, data))
  if (fitting === undefined) return submessageDoesNotFit({ widget_type })
  return fitting.isAuthors && !isAuthor ? onlyAuthorMayChange({}) : undefined
}
