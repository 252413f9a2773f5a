import { badRequest, type ApiError } from '../../../api/errors'

/** What somebody chooses of a channel that they are in: only they see it, and only they hear of it. */
const FLAGS = [
  'is_muted',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const
type Flag = (typeof FLAGS)[number]

export type Choice = { property: 'color'; value: string } | { property: Flag; value: boolean }

const unknownProperty = badRequest((f: { property: string }) => `Unknown subscription property: ${f.property}`)
const notBoolean = badRequest((f: { property: string }) => `${f.property} is not a boolean`)
const notText = badRequest(() => 'color is not a string')
const notColor = badRequest(() => 'color is not a valid hex color code')
export const notSubscribed = badRequest((f: { stream_id: number }) => `Not subscribed to channel ID ${f.stream_id}`)

export const choiceErrors = [unknownProperty, notBoolean, notText, notColor]

/** The choice that a client's words make, or what is wrong with them. */
export function choiceMeant(property: string, value: boolean | string): Choice | ApiError {
  if (property === 'color') return typeof value === 'string' ? colorMeant(value) : notText({})
  const flag = FLAGS.find((each) => each === property)
  if (flag === undefined && property !== 'in_home_view') return unknownProperty({ property })
  if (typeof value !== 'boolean') return notBoolean({ property })
  // Older clients say the opposite of muted.
  return flag === undefined ? { property: 'is_muted', value: !value } : { property: flag, value }
}

const colorMeant = (value: string): Choice | ApiError =>
  /^#(?:[0-9a-f]{3}){1,2}$/i.test(value) ? { property: 'color', value } : notColor({})
