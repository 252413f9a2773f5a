import type { D1 } from '../../../store/d1'
import { databaseOf, rangesAfter, type FirstId } from '../../../store/generations'
import type { Texts } from '../../../store/texts'

/** The tables of texts in D1. */
export type TextTarget = 'messages' | 'old_versions'

const IDS_PER_PAGE = 200
const IDS_PER_SCAN = 5000
const BYTES_PER_PAGE = 2 * 1024 * 1024

const PLACED_BY: Record<TextTarget, FirstId> = { messages: 'first_message_id', old_versions: 'first_edit_id' }

type Page = { d1: D1; after: number; before: number }

/** Returns the next ids of the oldest generation that has some, ascending. */
async function nextIds(
  texts: Texts,
  target: TextTarget,
  after: number,
  read: (page: Page) => Promise<{ id: number }[]>,
): Promise<number[]> {
  for (const { database, from, to } of rangesAfter(texts.generations, PLACED_BY[target], after)) {
    const before = Math.min(to, Number.MAX_SAFE_INTEGER)
    const found = await read({ d1: texts.primary(database), after: Math.max(after, from - 1), before })
    if (found.length > 0) return found.map(({ id }) => id)
  }
  return []
}

/** Returns the next ids of rows that were replaced after a version, ascending: ids of one generation. */
export const replacedIds = (
  texts: Texts,
  { target, after, version }: { target: TextTarget; after: number; version: number },
): Promise<number[]> =>
  nextIds(
    texts,
    target,
    after,
    (page) => page.d1.all<{ id: number }>`
      SELECT DISTINCT id FROM replaced_bodies
      WHERE realm_id = ${texts.realm_id} AND target = ${target} AND id > ${page.after} AND id < ${page.before}
        AND replaced_by > ${version}
      ORDER BY id LIMIT ${IDS_PER_PAGE}`,
  )

/** A row and the version after which its first replacement is the text to recover. */
export type RequestedText = { id: number; version: number }

/**
 * Returns the texts that were replaced first after these versions: those of the first rows, as many as hold the limit of bytes. All
 * are of one generation.
 */
export const replacedTexts = (texts: Texts, target: TextTarget, requested: readonly RequestedText[]) =>
  texts
    .primary(databaseOf(texts.generations, PLACED_BY[target], requested[0]?.id ?? 0))
    .select<{ id: number; body: string }>(
      `WITH first AS (
       SELECT requested.key AS rank, r.id, min(r.replaced_by) AS replaced_by
       FROM json_each(?3) AS requested CROSS JOIN replaced_bodies AS r
         ON r.realm_id = ?1 AND r.target = ?2 AND r.id = requested.value ->> 0 AND r.replaced_by > requested.value ->> 1
       GROUP BY requested.key),
     sized AS (
       SELECT first.rank, first.id, first.replaced_by,
              sum(octet_length(r.body)) OVER (ORDER BY first.rank) AS sum, octet_length(r.body) AS bytes
       FROM first CROSS JOIN replaced_bodies AS r
         ON r.realm_id = ?1 AND r.target = ?2 AND r.id = first.id AND r.replaced_by = first.replaced_by)
     SELECT sized.id, r.body FROM sized CROSS JOIN replaced_bodies AS r
       ON r.realm_id = ?1 AND r.target = ?2 AND r.id = sized.id AND r.replaced_by = sized.replaced_by
     WHERE sized.sum <= ${BYTES_PER_PAGE} OR sized.sum = sized.bytes ORDER BY sized.id`,
      texts.realm_id,
      target,
      JSON.stringify(requested.map(({ id, version }) => [id, version])),
    )

const NEWER = {
  messages: `SELECT id FROM messages WHERE realm_id = ?1 AND id > ?2 AND id < ?3 AND is_deleted IS NULL ORDER BY id LIMIT ${IDS_PER_SCAN}`,
  old_versions: `SELECT id FROM old_versions WHERE realm_id = ?1 AND id > ?2 AND id < ?3 AND content <> '' ORDER BY id LIMIT ${IDS_PER_SCAN}`,
}

/** Returns the next ids of rows with a text, ascending. */
export const idsWithText = (texts: Texts, target: TextTarget, after: number): Promise<number[]> =>
  nextIds(texts, target, after, (page) =>
    page.d1.select<{ id: number }>(NEWER[target], texts.realm_id, page.after, page.before),
  )

/** `after` and `to`: the newest user of the restored state, and the highest id that the realm had issued. */
export const deleteNewerProfiles = (d1: D1, realm_id: string, [after, to]: readonly [number, number]): Promise<void> =>
  d1.run`DELETE FROM users WHERE realm_id = ${realm_id} AND user_id > ${after} AND user_id <= ${to}`

const TEXTS_PER_SWEEP = 1000

/** Deletes texts that were replaced long ago. Returns whether more may be left. */
export async function deleteOldTexts(d1: D1, replaced_before: number): Promise<boolean> {
  const deleted = await d1.all<{ id: number }>`
    DELETE FROM replaced_bodies WHERE (realm_id, target, id, replaced_by) IN (
      SELECT realm_id, target, id, replaced_by FROM replaced_bodies
      WHERE replaced_at <= ${replaced_before} ORDER BY replaced_at LIMIT ${TEXTS_PER_SWEEP})
    RETURNING id`
  return deleted.length === TEXTS_PER_SWEEP
}
