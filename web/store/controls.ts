import type { Submessage } from '../../client-state/wire'

/** The buttons, menus and fields of a program's message, as the server wrote them: `src/integrations/controls.ts`. */
type Option = { text: string; value: string; group?: string }
export type Control = {
  type: string
  action_id: string
  text?: string
  style?: string
  options?: Option[]
  placeholder?: string
  initial?: string[]
  multiline?: boolean
  max_length?: number
  confirm?: { title: string; text: string; yes: string; no: string }
}
export type ControlRow = { block_id: string; label?: string; hint?: string; is_field?: boolean; controls: Control[] }

/** The kind of the submessage that has the controls. A message has one: a newer one replaces it. */
export const CONTROLS = 'parley_controls'

export const controlsTextOf = (submessages: readonly Submessage[]): string =>
  submessages.findLast(({ msg_type }) => msg_type === CONTROLS)?.content ?? ''

/** Returns the controls of a message from their text. Those of an imported message may be of another form. */
export function controlsIn(text: string): ControlRow[] {
  try {
    const { rows }: { rows: unknown[] } = JSON.parse(text)
    return rows.filter(isRow)
  } catch {
    return []
  }
}

const isRow = (row: unknown): row is ControlRow =>
  typeof row === 'object' && row !== null && 'controls' in row && Array.isArray(row.controls)
