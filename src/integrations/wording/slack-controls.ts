import { at, textAt } from '../fields'
import {
  DATES,
  FIELDS,
  fits,
  isOneOf,
  MAX_CONTROLS,
  MAX_ID_CHARACTERS,
  MAX_OPTIONS,
  MAX_VALUE_CHARACTERS,
  MENUS,
  numberIn,
  type Control,
  type ControlOption,
  type ControlRow,
} from '../controls'
import { lineOfNames, plainAt } from './slack-blocks'
import { unescaped } from './slack-markup'
import { listAt } from './slack-rich-text'

/** The limits of Slack. What exceeds them is named in the text, and not drawn. */
const MAX_BUTTON_VALUE_CHARACTERS = 2000
const MAX_CONTROLS_IN_BLOCK = 25
/** Limits of this server, because each reader of the message receives its controls. */
const MAX_CHARACTERS = 20_000
const MAX_NAME_CHARACTERS = 150
const MAX_LABEL_CHARACTERS = 80

/** The controls of a message, and the blocks' objects from which they were made. */
export type ReadControls = { rows: ControlRow[]; drawn: ReadonlySet<unknown> }

/**
 * Returns the controls in blocks of Slack. A control of an unknown type, without a name, beyond a limit or with the ids of another
 * one is left out: the message says its name.
 */
export function readControls(blocks: readonly unknown[]): ReadControls {
  const drawn = new Set<unknown>()
  const rows: ControlRow[] = []
  const ids = new Set<string>()
  let room = MAX_CHARACTERS
  let above = ''
  for (const [index, block] of blocks.entries()) {
    const block_id = idOf(block, 'block_id', `block-${index}`)
    above = labelOf(block) || above
    const row = rowOf(block, block_id, above)
    const controls: Control[] = []
    for (const [place, source] of sourcesOf(block).entries()) {
      const control = controlOf(source, `action-${place}`)
      if (control === undefined || ids.has(JSON.stringify([block_id, control.action_id]))) continue
      const size = JSON.stringify({ ...row, controls: [control] }).length
      if (ids.size === MAX_CONTROLS || size > room) continue
      room -= size
      ids.add(JSON.stringify([block_id, control.action_id]))
      controls.push(control)
      drawn.add(source)
    }
    if (controls.length > 0) rows.push({ ...row, controls })
  }
  return { rows: withoutSingleLabel(rows), drawn }
}

/** Returns the last line of a message with controls. Clients that draw them hide it. */
export function controlsText(rows: readonly ControlRow[]): string {
  const names = rows.flatMap(({ label, is_field, controls }) =>
    controls.map(({ text, placeholder, type }) =>
      is_field ? (label ?? '') : (text ?? placeholder ?? type.replaceAll('_', ' ')),
    ),
  )
  return lineOfNames('In the web client', names)
}

/** If all buttons and menus belong to one text, they need not repeat it. */
function withoutSingleLabel(rows: readonly ControlRow[]): ControlRow[] {
  const labels = new Set(rows.filter(({ is_field }) => !is_field).map(({ label }) => label))
  if (labels.size > 1) return [...rows]
  return rows.map((row) => {
    const { label: _, ...unlabelled } = row
    return row.is_field ? row : unlabelled
  })
}

const sourcesOf = (block: unknown): unknown[] => {
  const type = textAt(block, 'type')
  if (type === 'actions') return listAt(block, 'elements').slice(0, MAX_CONTROLS_IN_BLOCK)
  const only = type === 'section' ? at(block, 'accessory') : type === 'input' ? at(block, 'element') : undefined
  return only === undefined || only === null ? [] : [only]
}

function rowOf(block: unknown, block_id: string, above: string): Omit<ControlRow, 'controls'> {
  const isField = textAt(block, 'type') === 'input'
  const label = isField ? nameAt(block, 'label') : above
  const hint = isField ? nameAt(block, 'hint') : ''
  return {
    block_id,
    ...(label ? { label } : {}),
    ...(hint ? { hint } : {}),
    ...(isField && at(block, 'dispatch_action') !== true ? { is_field: true } : {}),
  }
}

/** Returns the text to which the controls of this block and of the next ones belong. */
function labelOf(block: unknown): string {
  const type = textAt(block, 'type')
  if (type !== 'section' && type !== 'header') return ''
  const text = (textAt(block, 'text', 'text') ?? textAt(block, 'fields', 0, 'text') ?? '').slice(0, 1000)
  const readable = unescaped(text.replaceAll(/<[^<>|]*\|([^<>|]*)>/g, '$1').replaceAll(/[*_~`<>]/g, ''))
  return cut((readable.trim().split('\n')[0] ?? '').trim(), MAX_LABEL_CHARACTERS)
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

const nameAt = (object: unknown, name: string): string =>
  cut((plainAt(object, name, 'text') ?? '').trim(), MAX_NAME_CHARACTERS)

const idOf = (object: unknown, name: string, otherwise: string): string => {
  const id = textAt(object, name) ?? ''
  return id === '' || id.length > MAX_ID_CHARACTERS ? otherwise : id
}

/** Returns a control, or undefined if this server cannot draw it. A button with an address is a link. */
function controlOf(source: unknown, otherwise: string): Control | undefined {
  const base = { action_id: idOf(source, 'action_id', otherwise), ...confirmationOf(source), ...placeholderOf(source) }
  const type = textAt(source, 'type')
  if (type === 'button') return buttonOf(source, base)
  for (const menu of [...MENUS, 'checkboxes' as const])
    if (type === menu) return menuOf(source, { ...base, type: menu })
  for (const field of [...FIELDS, ...DATES]) if (type === field) return fieldOf(source, { ...base, type: field })
  return undefined
}

type Base = Pick<Control, 'action_id' | 'confirm' | 'placeholder'>

function buttonOf(source: unknown, base: Base): Control | undefined {
  const [text, value, style] = [nameAt(source, 'text'), textAt(source, 'value'), textAt(source, 'style')]
  if (text === '' || textAt(source, 'url') || (value?.length ?? 0) > MAX_BUTTON_VALUE_CHARACTERS) return undefined
  return {
    ...base,
    type: 'button',
    text,
    ...(value === undefined ? {} : { value }),
    ...(style === 'primary' || style === 'danger' ? { style } : {}),
  }
}

function menuOf(source: unknown, base: Base & Pick<Control, 'type'>): Control | undefined {
  const options = optionsOf(source)
  if (options.length === 0 || options.length > MAX_OPTIONS) return undefined
  const one = textAt(source, 'initial_option', 'value')
  const several = listAt(source, 'initial_options').flatMap((each) => textAt(each, 'value') ?? [])
  return withInitial({ ...base, options }, base.type === 'checkboxes' ? several : one === undefined ? [] : [one])
}

function optionsOf(source: unknown): ControlOption[] {
  const groups = listAt(source, 'option_groups')
  const all = groups.flatMap((group) =>
    listAt(group, 'options').map((each) => ({ each, group: nameAt(group, 'label') })),
  )
  const options = [...listAt(source, 'options').map((each) => ({ each, group: '' })), ...all]
  if (options.length > MAX_OPTIONS) return []
  const values = new Set<string>()
  return options.flatMap(({ each, group }) => {
    const [text, value] = [nameAt(each, 'text'), textAt(each, 'value')]
    if (text === '' || value === undefined || value.length > MAX_NAME_CHARACTERS || values.has(value)) return []
    values.add(value)
    return [{ text, value, ...(group ? { group } : {}) }]
  })
}

const INITIAL: Partial<Record<Control['type'], string>> = { datepicker: 'initial_date', timepicker: 'initial_time' }

function fieldOf(source: unknown, base: Base & Pick<Control, 'type'>): Control {
  const control = {
    ...base,
    ...(at(source, 'multiline') === true ? { multiline: true } : {}),
    ...(isOneOf(FIELDS, base.type) ? lengthsOf(source) : {}),
    ...(base.type === 'number_input' ? numbersOf(source) : {}),
  }
  const initial = textAt(source, INITIAL[base.type] ?? 'initial_value')
  return withInitial(control, initial ? [initial] : [])
}

function lengthsOf(source: unknown): Pick<Control, 'min_length' | 'max_length'> {
  const [least, most] = [Number(textAt(source, 'min_length')), Number(textAt(source, 'max_length'))]
  const max_length = most >= 1 && most < MAX_VALUE_CHARACTERS ? Math.floor(most) : undefined
  const isMinimum = least >= 1 && least <= (max_length ?? MAX_VALUE_CHARACTERS)
  return {
    ...(isMinimum ? { min_length: Math.floor(least) } : {}),
    ...(max_length === undefined ? {} : { max_length }),
  }
}

/** A range without a number in it is none. */
function numbersOf(source: unknown): Pick<Control, 'min_value' | 'max_value' | 'is_decimal_allowed'> {
  const isWhole = at(source, 'is_decimal_allowed') === false
  const [least, most] = [numberIn(textAt(source, 'min_value') ?? ''), numberIn(textAt(source, 'max_value') ?? '')]
  // A browser counts the steps of whole numbers from the minimum.
  const min_value = isWhole && least !== undefined ? Math.ceil(least) : least
  const max_value = isWhole && most !== undefined ? Math.floor(most) : most
  const isRange = (min_value ?? -Infinity) <= (max_value ?? Infinity)
  return {
    ...(isWhole ? { is_decimal_allowed: false } : {}),
    ...(isRange && min_value !== undefined ? { min_value } : {}),
    ...(isRange && max_value !== undefined ? { max_value } : {}),
  }
}

const withInitial = (control: Control, initial: string[]): Control =>
  initial.length > 0 && fits(control, initial) ? { ...control, initial } : control

const placeholderOf = (source: unknown): Pick<Control, 'placeholder'> => {
  const placeholder = nameAt(source, 'placeholder')
  return placeholder ? { placeholder } : {}
}

function confirmationOf(source: unknown): Pick<Control, 'confirm'> {
  const dialog = at(source, 'confirm')
  const [title, text] = [nameAt(dialog, 'title'), cut(plainAt(dialog, 'text', 'text') ?? '', 300)]
  const [yes, no] = [nameAt(dialog, 'confirm'), nameAt(dialog, 'deny')]
  return title || text ? { confirm: { title, text, yes, no } } : {}
}
