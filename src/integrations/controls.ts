import * as v from 'valibot'
import { isWebAddress } from '../api/web-address'

/**
 * The controls of a program's message: its buttons, menus and fields. Their names are those of Slack, because programs get them
 * back in a press.
 */
const option = v.strictObject({ text: v.string(), value: v.string(), group: v.optional(v.string()) })
export type ControlOption = v.InferOutput<typeof option>

/** The controls with options of which a user chooses one. */
export const MENUS = ['static_select', 'overflow', 'radio_buttons'] as const
export const FIELDS = ['plain_text_input', 'email_text_input', 'url_text_input', 'number_input'] as const
export const DATES = ['datepicker', 'timepicker'] as const
const TYPES = ['button', 'checkboxes', ...MENUS, ...FIELDS, ...DATES] as const
export type ControlType = (typeof TYPES)[number]

const control = v.strictObject({
  type: v.picklist(TYPES),
  action_id: v.string(),
  /** What a button is called. */
  text: v.optional(v.string()),
  value: v.optional(v.string()),
  style: v.optional(v.picklist(['primary', 'danger'])),
  options: v.optional(v.array(option)),
  placeholder: v.optional(v.string()),
  /** What is chosen or written before the user changes it. */
  initial: v.optional(v.array(v.string())),
  multiline: v.optional(v.boolean()),
  min_length: v.optional(v.number()),
  max_length: v.optional(v.number()),
  min_value: v.optional(v.number()),
  max_value: v.optional(v.number()),
  /** Of a field for a number that takes only whole ones. */
  is_decimal_allowed: v.optional(v.literal(false)),
  /** What the user confirms before the press. */
  confirm: v.optional(v.strictObject({ title: v.string(), text: v.string(), yes: v.string(), no: v.string() })),
})
export type Control = v.InferOutput<typeof control>

const controlRow = v.strictObject({
  block_id: v.string(),
  /** The name of a field, or the text to which the controls belong. */
  label: v.optional(v.string()),
  hint: v.optional(v.string()),
  /** Its values go along with the next press, and cause none themselves. */
  is_field: v.optional(v.boolean()),
  controls: v.array(control),
})
export type ControlRow = v.InferOutput<typeof controlRow>

/**
 * A message has its controls as a submessage of this type and this kind of widget, which only the server writes. Clients that do not
 * know it show the text of the message.
 */
export const CONTROLS = 'parley_controls'

/** The content of that submessage. Clients of others need the kind of the widget to read the message at all. */
export const controlsWidget = v.strictObject({ widget_type: v.literal(CONTROLS), rows: v.array(controlRow) })

/** The limit of Slack for the ids of blocks and controls. */
export const MAX_ID_CHARACTERS = 255
/** Each reader of a message receives its controls. */
export const MAX_CONTROLS = 100
export const MAX_VALUE_CHARACTERS = 3000
export const MAX_OPTIONS = 100

/** Returns the control with these ids. */
export const findControl = (
  rows: readonly ControlRow[],
  ids: { block_id: string; action_id: string },
): Control | undefined =>
  rows.find((row) => row.block_id === ids.block_id)?.controls.find(({ action_id }) => action_id === ids.action_id)

const DATE = /^\d{4}-\d{2}-\d{2}$/
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/
/** As browsers take an address for one. */
const EMAIL = /^[^\s@]+@[^\s@]+$/
const NUMBER = /^-?(?:\d{1,400}(?:\.\d{1,400})?|\.\d{1,400})(?:e[+-]?\d{1,3})?$/i

/** Programs read the date without a second check. A date such as 31 February is none. */
const isDate = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`)
  return DATE.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Returns the number that a text is, or undefined. Programs compute with it, so it is finite. */
export function numberIn(text: string): number | undefined {
  const number = NUMBER.test(text) ? Number(text) : Infinity
  return Number.isFinite(number) ? number : undefined
}

function isNumber({ min_value = -Infinity, max_value = Infinity, is_decimal_allowed }: Control, text: string): boolean {
  const number = numberIn(text)
  if (number === undefined || (is_decimal_allowed === false && !Number.isInteger(number))) return false
  return number >= min_value && number <= max_value
}

/** The form that a text of these types has. */
const FORMS: Partial<Record<ControlType, (control: Control, text: string) => boolean>> = {
  datepicker: (_, text) => isDate(text),
  timepicker: (_, text) => TIME.test(text),
  email_text_input: (_, text) => EMAIL.test(text),
  // A program opens the address, or shows it as a link.
  url_text_input: (_, text) => isWebAddress(text),
  number_input: isNumber,
}

/** Returns whether a user can have chosen or written these values. No value is an empty control. */
export function fits(control: Control, values: readonly string[]) {
  const { type, options = [], min_length = 0, max_length = MAX_VALUE_CHARACTERS } = control
  if (type === 'button') return values.length === 0
  if (type === 'checkboxes')
    return new Set(values).size === values.length && values.every((value) => isOption(options, value))
  if (values.length > 1) return false
  return values.every((value) => {
    if (isOneOf(MENUS, type)) return isOption(options, value)
    return value.length >= min_length && value.length <= max_length && FORMS[type]?.(control, value) !== false
  })
}

const isOption = (options: readonly ControlOption[], requested: string) =>
  options.some(({ value }) => value === requested)

export const isOneOf = (types: readonly ControlType[], type: ControlType): boolean => types.includes(type)
