import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { deleteAnswersBefore, firstAnswerAt, MAX_ANSWER_AGE_SECONDS } from './storage'

/** Deletes answers whose time is over, also if the model gets no more questions. */
export const deleteOldAnswers: DueWork<Realm> = {
  name: 'delete_old_model_answers',
  run: (realm) => {
    const first = firstAnswerAt(realm.sql)
    if (first === undefined) return undefined
    const due = first + MAX_ANSWER_AGE_SECONDS + 1
    if (due > realm.now()) return due
    realm.transaction(() => deleteAnswersBefore(realm.sql, realm.now() - MAX_ANSWER_AGE_SECONDS))
    return realm.now() + 1
  },
}
