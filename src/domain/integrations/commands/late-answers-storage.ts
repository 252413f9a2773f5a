import type { Realm } from '../../../realm'

/** Counts a late answer of a run, and returns how many it has had. Deletes the runs that can have no more. */
export function countLateAnswer(realm: Realm, run_id: string, until: number): number {
  realm.sql.run`DELETE FROM late_answers WHERE until <= ${realm.now()}`
  return realm.sql.one<{ answers: number }>`
    INSERT INTO late_answers (run_id, answers, until) VALUES (${run_id}, 1, ${until})
    ON CONFLICT (run_id) DO UPDATE SET answers = answers + 1
    RETURNING answers`.answers
}
