import * as v from 'valibot'
import { list, optional, shortText, text } from '../../../api/params'
import { MAX_MESSAGE_LENGTH } from '../../realm/settings/limits'

/** What a message shows besides its content, or instead of it: a poll, a to-do list, or buttons with replies. */
export type Widget =
  | { widget_type: 'poll'; extra_data: { question: string; options: string[] } }
  | { widget_type: 'todo'; extra_data: { task_list_title: string; tasks: { task: string; desc: string }[] } }
  | Buttons

export type Buttons = v.InferOutput<typeof buttonsParam>

const MAX_BUTTONS = 100

/** A button. Quiz bots send a type, too, which clients ignore. */
const button = v.strictObject({
  type: optional(shortText()),
  short_name: shortText(),
  long_name: shortText(),
  reply: text(MAX_MESSAGE_LENGTH),
})

/** Only programs send buttons. Users write polls and to-do lists as content. */
export const buttonsParam = v.strictObject({
  widget_type: v.literal('zform'),
  extra_data: v.strictObject({
    type: v.literal('choices'),
    heading: shortText(),
    choices: list(button, MAX_BUTTONS),
  }),
})
