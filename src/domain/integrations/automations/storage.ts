import type { ReadOnlyRealm, Realm } from '../../../realm'
import { cacheKey } from '../../../store/realm-cache'
import type { Sql, SqlReader } from '../../../store/realm-sql'
import { sqlText } from '../../../store/sql'
import type { Automation, Cause, Run, RunOutcome } from './automation'
import { RUNS_KEPT } from './limits'

type AutomationRow = Omit<Automation, 'trigger' | 'actions' | 'is_enabled'> & {
  trigger: string
  actions: string
  is_enabled: number
}

const automationsCache = cacheKey<readonly Automation[]>()

/** Returns all automations, the oldest first. */
export const allAutomations = (realm: ReadOnlyRealm): readonly Automation[] =>
  realm.cache.get(automationsCache, () =>
    realm.sql.all<AutomationRow>`
      SELECT id, user_id, name, trigger, actions, is_enabled, due_at, created_at FROM automations ORDER BY id`.map(
      (row) => ({
        ...row,
        trigger: JSON.parse(row.trigger),
        actions: JSON.parse(row.actions),
        is_enabled: row.is_enabled === 1,
      }),
    ),
  )

export const automationsOf = (realm: ReadOnlyRealm, user_id: number): Automation[] =>
  allAutomations(realm).filter((automation) => automation.user_id === user_id)

export const findAutomation = (realm: ReadOnlyRealm, id: number): Automation | undefined =>
  allAutomations(realm).find((automation) => automation.id === id)

/** Writes an automation, and returns its id. */
export function insertAutomation(realm: Realm, automation: Omit<Automation, 'id'>): number {
  const { user_id, name, trigger, actions, is_enabled, due_at, created_at } = automation
  realm.cache.invalidate(automationsCache)
  return realm.sql.one<{ id: number }>`
    INSERT INTO automations (user_id, name, trigger, actions, is_enabled, due_at, created_at)
    VALUES (${user_id}, ${name}, ${JSON.stringify(trigger)}, ${JSON.stringify(actions)}, ${is_enabled ? 1 : 0},
            ${due_at}, ${created_at})
    RETURNING id`.id
}

export function writeAutomation(realm: Realm, automation: Automation): void {
  const { id, name, trigger, actions, is_enabled, due_at } = automation
  realm.cache.invalidate(automationsCache)
  realm.sql.run`
    UPDATE automations
    SET name = ${name}, trigger = ${JSON.stringify(trigger)}, actions = ${JSON.stringify(actions)},
        is_enabled = ${is_enabled ? 1 : 0}, due_at = ${due_at}
    WHERE id = ${id}`
}

/** Deletes an automation and its runs. */
export function deleteAutomation(realm: Realm, id: number): void {
  realm.cache.invalidate(automationsCache)
  realm.sql.run`DELETE FROM automations WHERE id = ${id}`
  realm.sql.run`DELETE FROM automation_runs WHERE automation_id = ${id}`
}

const RUN = sqlText`id, automation_id, person_id, message_id, text, created_at, outcome, step, attempts, due_at, reason`

/** Writes a run, and deletes the oldest runs of its automation that have ended. */
export function insertRun(
  { sql, now }: Pick<Realm, 'sql' | 'now'>,
  automation_id: number,
  { person_id, message_id, text }: Cause,
  outcome: RunOutcome = 'waiting',
): void {
  sql.run`
    INSERT INTO automation_runs
      (automation_id, person_id, message_id, text, created_at, outcome, step, attempts, due_at, reason)
    VALUES (${automation_id}, ${person_id}, ${message_id}, ${text}, ${now()}, ${outcome}, 0, 0, ${now()}, NULL)`
  sql.run`
    DELETE FROM automation_runs WHERE automation_id = ${automation_id} AND outcome <> 'waiting' AND id <= coalesce(
      (SELECT id FROM automation_runs WHERE automation_id = ${automation_id}
       ORDER BY id DESC LIMIT 1 OFFSET ${RUNS_KEPT}), 0)`
}

/** Returns the last runs of an automation, the newest first. */
export const runsOf = (sql: SqlReader, automation_id: number): Run[] =>
  sql.all<Run>`
    SELECT ${RUN} FROM automation_runs WHERE automation_id = ${automation_id} ORDER BY id DESC LIMIT ${RUNS_KEPT}`

export const findRun = (sql: SqlReader, id: number): Run | undefined =>
  sql.maybe<Run>`SELECT ${RUN} FROM automation_runs WHERE id = ${id}`

export const writeRun = (sql: Sql, { id, text, outcome, step, attempts, due_at, reason }: Run): void =>
  sql.run`
    UPDATE automation_runs
    SET text = ${text}, outcome = ${outcome}, step = ${step}, attempts = ${attempts}, due_at = ${due_at}, reason = ${reason}
    WHERE id = ${id}`

/** Returns how many runs began since a time, of one automation and of all. Runs that were skipped do not count. */
export const runsSince = (sql: SqlReader, automation_id: number, since: number): { own: number; all: number } =>
  sql.one<{ own: number; all: number }>`
    SELECT count(*) AS "all", count(*) FILTER (WHERE automation_id = ${automation_id}) AS own
    FROM automation_runs WHERE created_at > ${since} AND outcome <> 'skipped'`

const FIRST_WAITING = sqlText`SELECT min(id) FROM automation_runs WHERE outcome = 'waiting' GROUP BY automation_id`

/** Returns the oldest waiting run of each automation that is not `busy`, if it is due: the runs of an automation keep their order. */
export const dueRuns = (sql: SqlReader, now: number, count: number, busy: ReadonlySet<number>): Run[] =>
  sql.all<Run>`
    SELECT ${RUN} FROM automation_runs
    WHERE id IN (${FIRST_WAITING}) AND due_at <= ${now} AND automation_id NOT IN (SELECT value FROM json_each(${[...busy]}))
    ORDER BY due_at, id LIMIT ${count}`

/** Returns when the next run of an automation that is not busy is due; undefined if none waits. */
export const nextRunTime = (sql: SqlReader, busy: ReadonlySet<number>): number | undefined =>
  sql.one<{ at: number | null }>`
    SELECT min(due_at) AS at FROM automation_runs
    WHERE id IN (${FIRST_WAITING}) AND automation_id NOT IN (SELECT value FROM json_each(${[...busy]}))`.at ?? undefined
