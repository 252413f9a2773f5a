import * as v from 'valibot'
import { parseJson } from '../../../api/parse-json'
import { controlRows, type ControlRow } from '../../../integrations/controls'
import type { Realm } from '../../../realm'
import type { SqlReader } from '../../../store/realm-sql'
import { deleteControls, findControlsText, insertSubmessage, type Submessage } from './storage'

/**
 * A message has its controls as a submessage of its own kind, which only the server writes. Clients that do not know it show the
 * text of the message.
 */
export const CONTROLS = 'parley_controls'

/** Returns the controls of a message; undefined if it never had any. Those of an imported message may be unreadable. */
export function findControls(sql: SqlReader, message_id: number): ControlRow[] | undefined {
  const text = findControlsText(sql, message_id, CONTROLS)
  if (text === undefined) return undefined
  const { success, output } = v.safeParse(controlRows, parseJson(text))
  return success ? output : []
}

/** Replaces the controls of a message, which may have had none. */
export function writeControls(
  realm: Realm,
  { id: message_id, sender_id }: { id: number; sender_id: number },
  rows: readonly ControlRow[],
): Submessage {
  deleteControls(realm.sql, message_id, CONTROLS)
  const content = JSON.stringify(rows)
  const submessage = { message_id, id: realm.log.takeId(), sender_id, msg_type: CONTROLS, content }
  insertSubmessage(realm.sql, submessage)
  return submessage
}
