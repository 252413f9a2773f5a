import * as v from 'valibot'
import { named } from '../../../api/named'
import { integer, list, oneOf, shortText, text } from '../../../api/params'
import { deliveryTime } from '../../writing/scheduled-messages/rules'
import { MAX_ACTIONS, MAX_FIELDS, MAX_MINUTES, MAX_TEMPLATE_LENGTH, MAX_WORDS } from './limits'

const template = () => text(MAX_TEMPLATE_LENGTH)
const words = () => v.pipe(text(60), v.trim(), v.nonEmpty('a text'))

/** What starts an automation. */
export const triggerShape = named(
  'AutomationTrigger',
  v.union([
    // A message has one of the words. Without words: each message.
    v.strictObject({ kind: v.literal('message'), stream_id: integer(), words: list(words(), MAX_WORDS) }),
    v.strictObject({ kind: v.literal('reaction'), stream_id: integer(), emoji_name: shortText() }),
    v.strictObject({ kind: v.literal('new_member') }),
    v.strictObject({
      kind: v.literal('time'),
      at: deliveryTime(),
      every: oneOf(['once', 'day', 'weekday', 'week']),
    }),
    v.strictObject({ kind: v.literal('webhook') }),
    // The readers of the channel may fill in the form.
    v.strictObject({
      kind: v.literal('form'),
      stream_id: integer(),
      title: words(),
      fields: v.pipe(list(words(), MAX_FIELDS), v.minLength(1)),
    }),
  ]),
)
export type Trigger = v.InferOutput<typeof triggerShape>

/** What an automation does. Texts may have `{person}`, `{text}` and `{link}`. */
export const actionShape = named(
  'AutomationAction',
  v.union([
    // Without `stream_id`, in the topic of the message, or in the channel of the form.
    v.strictObject({
      kind: v.literal('send'),
      stream_id: v.nullable(integer()),
      topic: shortText(),
      content: template(),
    }),
    v.strictObject({ kind: v.literal('write_to_person'), content: template() }),
    v.strictObject({ kind: v.literal('create_topic'), stream_id: integer(), topic: shortText(), content: template() }),
    v.strictObject({ kind: v.literal('add_to_group'), group_id: integer() }),
    v.strictObject({
      kind: v.literal('remind'),
      minutes: v.pipe(integer(), v.minValue(1), v.maxValue(MAX_MINUTES)),
      note: shortText(),
    }),
    v.strictObject({ kind: v.literal('call'), url: shortText() }),
  ]),
)
export type Action = v.InferOutput<typeof actionShape>

export const actionsShape = v.pipe(list(actionShape, MAX_ACTIONS), v.minLength(1))

export type Automation = {
  id: number
  user_id: number
  name: string
  trigger: Trigger
  actions: readonly Action[]
  is_enabled: boolean
  due_at: number | null
  created_at: number
}

export const automationShape = named(
  'Automation',
  v.strictObject({
    id: v.number(),
    user_id: v.number(),
    name: v.string(),
    trigger: triggerShape,
    actions: v.array(actionShape),
    is_enabled: v.boolean(),
    due_at: v.nullable(v.number()),
    created_at: v.number(),
  }),
)

export const OUTCOMES = ['waiting', 'done', 'refused', 'failed', 'stopped', 'skipped'] as const
export type RunOutcome = (typeof OUTCOMES)[number]

/** What started a run. */
export type Cause = { person_id: number | null; message_id: number | null; text: string }

export type Run = Cause & {
  id: number
  automation_id: number
  created_at: number
  outcome: RunOutcome
  step: number
  attempts: number
  due_at: number
  reason: string | null
}
