import { badRequest } from '../../../api/errors'
import { sixDigitColor } from '../../channels/subscriptions/rules'

/** The boolean settings of a subscription. Only its user sees them. */
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

export type PropertyChange = { property: 'color'; value: string } | { property: Flag; value: boolean }

const unknownProperty = badRequest((f: { property: string }) => `Unknown subscription property: ${f.property}`)
const notBoolean = badRequest((f: { property: string }) => `${f.property} is not a boolean`)
const notText = badRequest(() => 'color is not a string')
const notColor = badRequest(() => 'color is not a valid hex color code')
export const notSubscribed = badRequest((f: { stream_id: number }) => `Not subscribed to channel ID ${f.stream_id}`)

export const propertyErrors = [unknownProperty, notBoolean, notText, notColor]

/** Returns the change for a property and value that a client sent. Throws if there is no such property or value. */
export function requirePropertyChange(property: string, value: boolean | string): PropertyChange {
  if (property === 'color') return { property, value: requireColor(value) }
  const flag = FLAGS.find((name) => name === property)
  if (flag === undefined && property !== 'in_home_view') throw unknownProperty({ property })
  if (typeof value !== 'boolean') throw notBoolean({ property })
  // Older clients send the opposite of `is_muted`.
  return flag === undefined ? { property: 'is_muted', value: !value } : { property: flag, value }
}

/** Returns the colour, with six digits. Throws if it is not a hexadecimal color code. */
export function requireColor(color: boolean | string): string {
  if (typeof color !== 'string') throw notText({})
  if (!/^#(?:[0-9a-f]{3}){1,2}$/i.test(color)) throw notColor({})
  return sixDigitColor(color)
}
