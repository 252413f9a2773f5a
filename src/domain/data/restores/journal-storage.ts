import { orUnavailable, type D1 } from '../../../store/d1'
import { sqlText } from '../../../store/sql'
import type { HighestIds, RestoreReport } from './storage'

/** A restore, as D1 has it. */
export type Restore = {
  restore_id: number
  begun_at: number
  moment: number
  bookmark: string
  undo_bookmark: string
  highest_ids: HighestIds
  state: 'begun' | 'finished' | 'cancelled'
  finished_at: number | null
  report: RestoreReport
}

type Row = Omit<Restore, 'highest_ids' | 'report'> & { highest_ids: string; report: string }

const COLUMNS = sqlText`restore_id, begun_at, moment, bookmark, undo_bookmark, highest_ids, state, finished_at, report`
const MAX_RESTORES = 100

/** Returns the newest restores of a realm, the newest first. */
export const restoresOf = async (d1: D1, realm_id: string): Promise<Restore[]> =>
  (
    await orUnavailable(
      d1.select<Row>(
        `SELECT ${COLUMNS.text} FROM realm_restores WHERE realm_id = ?1 ORDER BY restore_id DESC LIMIT ${MAX_RESTORES}`,
        realm_id,
      ),
    )
  ).map((row) => ({ ...row, highest_ids: JSON.parse(row.highest_ids), report: JSON.parse(row.report) }))

/** Returns the restore that has begun and not ended: only the newest can be. D1 may have noted an earlier one after the realm gave it up. */
export async function openRestore(d1: D1, realm_id: string): Promise<Restore | undefined> {
  const [newest] = await restoresOf(d1, realm_id)
  return newest?.state === 'begun' ? newest : undefined
}

export const insertRestore = (d1: D1, realm_id: string, restore: Restore): Promise<void> => {
  const { restore_id, begun_at, moment, bookmark, undo_bookmark, highest_ids, state, report } = restore
  return d1.run`
    INSERT INTO realm_restores (realm_id, restore_id, begun_at, moment, bookmark, undo_bookmark, highest_ids, state, report)
    VALUES (${realm_id}, ${restore_id}, ${begun_at}, ${moment}, ${bookmark}, ${undo_bookmark},
            ${JSON.stringify(highest_ids)}, ${state}, ${JSON.stringify(report)})`
}

export const writeUndoBookmark = (d1: D1, realm_id: string, restore_id: number, undo_bookmark: string): Promise<void> =>
  d1.run`UPDATE realm_restores SET undo_bookmark = ${undo_bookmark}
         WHERE realm_id = ${realm_id} AND restore_id = ${restore_id}`

export const writeEnd = (
  d1: D1,
  realm_id: string,
  { restore_id, state, finished_at, report }: Pick<Restore, 'restore_id' | 'state' | 'finished_at' | 'report'>,
): Promise<void> =>
  d1.run`UPDATE realm_restores SET state = ${state}, finished_at = ${finished_at}, report = ${JSON.stringify(report)}
         WHERE realm_id = ${realm_id} AND restore_id = ${restore_id}`
