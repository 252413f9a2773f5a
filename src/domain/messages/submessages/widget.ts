import * as v from 'valibot'
import { list, optional, shortText, text } from '../../../api/params'
import { MAX_MESSAGE_LENGTH } from '../../realm/settings/limits'

/** What a message shows beside its words, or in place of them: a poll, a list of tasks, or buttons with answers. */
export type Widget =
  | { widget_type: 'poll'; extra_data: { question: string; options: string[] } }
  | { widget_type: 'todo'; extra_data: { task_list_title: string; tasks: { task: string; desc: string }[] } }
  | v.InferOutput<typeof buttonsParam>

const MOST_BUTTONS = 100

/** Of a button, quiz bots say too what type of choice it is; clients make nothing of it. */
const button = v.strictObject({
  type: optional(shortText()),
  short_name: shortText(),
  long_name: shortText(),
  reply: text(MAX_MESSAGE_LENGTH),
})

/** Buttons are for programs: people write polls and lists in words. */
export const buttonsParam = v.strictObject({
  widget_type: v.literal('zform'),
  extra_data: v.strictObject({
    type: v.literal('choices'),
    heading: shortText(),
    choices: list(button, MOST_BUTTONS),
  }),
})
