import * as v from 'valibot'
import { list, optional, text } from '../../api/params'

/** What a message shows beside its words, or in place of them: a poll, a list of tasks, or buttons with answers. */
export type Widget =
  | { widget_type: 'poll'; extra_data: { question: string; options: string[] } }
  | { widget_type: 'todo'; extra_data: { task_list_title: string; tasks: { task: string; desc: string }[] } }
  | v.InferOutput<typeof buttonsParam>

/** Of a button, quiz bots say too what type of choice it is; clients make nothing of it. */
const button = v.strictObject({ type: optional(text()), short_name: text(), long_name: text(), reply: text() })

/** Buttons are for programs: people write polls and lists in words. */
export const buttonsParam = v.strictObject({
  widget_type: v.literal('zform'),
  extra_data: v.strictObject({
    type: v.literal('choices'),
    heading: text(),
    choices: list(button),
  }),
})
