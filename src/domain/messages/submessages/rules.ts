import * as v from 'valibot'
import { badRequest, type ApiError } from '../../../api/errors'
import { parseJson } from '../../../api/parse-json'
import { boolean, integer } from '../../../api/params'
import { CONTROLS } from '../../../integrations/controls'

export const mayNotAddToMessage = badRequest(() => 'You cannot attach a submessage to this message.')
export const submessageNotJson = badRequest(() => 'Invalid json for submessage')
export const submessageNoWidget = badRequest(
  () => 'The first submessage of a message must be a widget: a JSON object with a widget_type',
)
export const submessageDoesNotFit = badRequest((f: { widget_type: string }) => `Invalid data for a ${f.widget_type}`)
export const onlyAuthorMayChange = badRequest(() => 'Only the author of the message can change this.')
export const tooManySubmessages = badRequest(() => 'This message has as many submessages as it can have.')

// Fetching a message returns all of its submessages.
const MAX_SUBMESSAGES = 5000
const MAX_CHARACTERS = 1_000_000

const part = <const Type extends string, Fields extends v.ObjectEntries>(type: Type, fields: Fields) =>
  v.strictObject({ type: v.literal(type), ...fields })

/** An option is named by who added it and their number for it. The phone app reads a conversation only if it can take each key apart. */
const OPTION = /^(?:canned|\d{1,15}),\d{1,15}$/

type Part = { schema: v.GenericSchema; isAuthors?: boolean }

/** The content that each kind of widget accepts, and what only its author can add. Widgets of other kinds accept anything. */
const PARTS = new Map<string, Part[]>([
  [
    'poll',
    [
      { schema: part('vote', { key: v.pipe(v.string(), v.regex(OPTION)), vote: v.picklist([1, -1]) }) },
      { schema: part('new_option', { idx: integer(), option: v.string() }) },
      { schema: part('question', { question: v.string() }), isAuthors: true },
    ],
  ],
  [
    'todo',
    [
      { schema: part('new_task', { key: integer(), task: v.string(), desc: v.string(), completed: boolean() }) },
      { schema: part('strike', { key: v.string() }) },
      { schema: part('new_task_list_title', { title: v.string() }), isAuthors: true },
    ],
  ],
])

/** What a widget of each kind has. */
const DATA = new Map<string, v.GenericSchema>([
  ['poll', v.looseObject({ question: v.optional(v.string()), options: v.optional(v.array(v.string())) })],
  [
    'todo',
    v.looseObject({
      task_list_title: v.optional(v.string()),
      tasks: v.optional(v.array(v.looseObject({ task: v.string(), desc: v.optional(v.string()) }))),
    }),
  ],
])
const widget = v.looseObject({ widget_type: v.string(), extra_data: v.optional(v.unknown()) })

/** Returns the kind of a widget. Returns undefined for what is no widget that all clients can read. */
export function kindOfWidget(given: unknown): string | undefined {
  if (!v.is(widget, given)) return undefined
  const { widget_type, extra_data } = given
  const schema = DATA.get(widget_type)
  // valibot takes a list for an object without fields.
  const fits = schema === undefined || (!Array.isArray(extra_data) && v.is(schema, extra_data))
  return fits ? widget_type : undefined
}

const partFor = (kind: string, given: unknown): Part | undefined =>
  PARTS.get(kind)?.find(({ schema }) => v.is(schema, given))

/**
 * Returns those of a message's submessages that all clients can read: a widget, and what fits it. Some clients cannot read a conversation
 * with others, which older versions of the server accepted, and archives of other servers have.
 */
export function readableSubmessages<T extends { content: string }>(submessages: readonly T[]): T[] {
  let kind: string | undefined
  return submessages.filter(({ content }) => {
    const given = parseJson(content)
    if (kind !== undefined) return !PARTS.has(kind) || partFor(kind, given) !== undefined
    kind = kindOfWidget(given)
    return kind !== undefined
  })
}

export type Addition = {
  msg_type: string
  widget_type: string | undefined // undefined: the message has no widget
  content: string
  isAuthor: boolean
  /** Whether the author has a submessage on the message, such as its widget. Before that, other users cannot add any. */
  isOpen: boolean
  already: { count: number; characters: number }
}

/** Returns why a user cannot add this submessage, or undefined. */
export function refusalToAdd(addition: Addition): ApiError | undefined {
  const { msg_type, widget_type, content, isAuthor, isOpen, already } = addition
  // Only the server writes the controls of programs.
  if (msg_type === CONTROLS || widget_type === CONTROLS) return mayNotAddToMessage({})
  if (!isAuthor && !isOpen) return mayNotAddToMessage({})
  if (already.count >= MAX_SUBMESSAGES || already.characters + content.length > MAX_CHARACTERS)
    return tooManySubmessages({})
  const given = parseJson(content)
  if (given === undefined) return submessageNotJson({})
  if (widget_type === undefined) return refusalToAttach(given)
  if (!PARTS.has(widget_type)) return undefined
  const fitting = partFor(widget_type, given)
  if (fitting === undefined) return submessageDoesNotFit({ widget_type })
  return fitting.isAuthors && !isAuthor ? onlyAuthorMayChange({}) : undefined
}

function refusalToAttach(given: unknown): ApiError | undefined {
  const kind = kindOfWidget(given)
  if (kind === undefined) return submessageNoWidget({})
  return kind === CONTROLS ? mayNotAddToMessage({}) : undefined
}
