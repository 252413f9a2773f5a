import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import { CONTROLS, controlsWidget, type ControlRow } from '../../../integrations/controls'
import type { Realm } from '../../../realm'
import type { SqlReader } from '../../../store/realm-sql'
import { deleteControls, findControlsText, insertSubmessage, type Submessage } from './storage'

/** Returns the controls of a message; undefined if it never had any. Those of an imported message may be unreadable. */
export function findControls(sql: SqlReader, message_id: number): ControlRow[] | undefined {
  const text = findControlsText(sql, message_id, CONTROLS)
  if (text === undefined) return undefined
  const { success, output } = v.safeParse(controlsWidget, parseJson(text))
  return success ? output.rows : []
}

/** Replaces the controls of a message, which may have had none. */
export function writeControls(
  realm: Realm,
  { id: message_id, sender_id }: { id: number; sender_id: number },
  rows: readonly ControlRow[],
): Submessage {
  deleteControls(realm.sql, message_id, CONTROLS)
  const content = JSON.stringify({ widget_type: CONTROLS, rows })
  const submessage = { message_id, id: realm.log.takeId(), sender_id, msg_type: CONTROLS, content }
  insertSubmessage(realm.sql, submessage)
  return submessage
}
