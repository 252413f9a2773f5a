import * as v from 'valibot'
import { wrongDeploymentSecret } from '../../../api/callers'
import { badRequest, storeUnavailable } from '../../../api/errors'
import { naturalNumber, optional } from '../../../api/params'
import { endpoint } from '../../../edge'
import { theDeployment } from '../../people/users/callers'
import { beginRestore, cancelRestore, planRestore, type RestoreRequest } from './begin-restore'
import { restoresOf } from './journal-storage'
import { restoreState } from './storage'
import {
  momentBeforeRealm,
  momentIsTooOld,
  momentIsTooRecent,
  momentWithinRestore,
  noHistory,
  noRestoreToCancel,
  noSuchRestore,
  restoreHasBegun,
} from './rules'

const eitherMomentOrUndo = badRequest(() => 'A restore has a moment, or the id of a restore that it undoes.')

const targetParams = { moment: optional(naturalNumber()), undoes: optional(naturalNumber()) }

const planFields = {
  restore_id: v.number(),
  moment: v.number(),
  bookmark: v.string(),
  messages_lost: v.number(),
  changes: v.array(
    v.strictObject({
      at: v.number(),
      kind: v.string(),
      actor_id: v.nullable(v.number()),
      user_id: v.nullable(v.number()),
    }),
  ),
}

const planErrors = [
  wrongDeploymentSecret,
  eitherMomentOrUndo,
  momentIsTooOld,
  momentBeforeRealm,
  momentIsTooRecent,
  momentWithinRestore,
  noHistory,
  noSuchRestore,
  storeUnavailable,
]

function requestOf({ moment, undoes }: { moment?: number | undefined; undoes?: number | undefined }): RestoreRequest {
  if (moment !== undefined && undoes === undefined) return { moment }
  if (moment === undefined && undoes !== undefined) return { undoes }
  throw eitherMomentOrUndo({})
}

export const getRestorePlan = endpoint.decision({
  route: 'GET /parley/restores/plan',
  summary:
    'Get what a restore would do: the messages that would be lost, and the changes in the audit log since the moment.',
  caller: theDeployment,
  params: targetParams,
  returns: planFields,
  errors: planErrors,
  decide: (realm, _, params) => planRestore(realm, requestOf(params)),
})

export const postRestore = endpoint.decision({
  route: 'POST /parley/restores',
  summary: 'Give the realm the state of an earlier moment, or undo a restore.',
  note: 'The response comes before the restore. Users are refused until it has ended: `GET /parley/restores` says when.',
  caller: theDeployment,
  params: targetParams,
  returns: planFields,
  errors: [...planErrors, restoreHasBegun],
  decide: (realm, _, params) => beginRestore(realm, requestOf(params)),
})

export const getRestores = endpoint.decision({
  route: 'GET /parley/restores',
  summary: 'Get the restores of the realm, the newest first, and whether users are served.',
  caller: theDeployment,
  params: {},
  returns: {
    serves_users: v.boolean(),
    step: v.string(),
    restores: v.array(
      v.strictObject({
        restore_id: v.number(),
        begun_at: v.number(),
        moment: v.number(),
        bookmark: v.string(),
        undo_bookmark: v.string(),
        state: v.picklist(['begun', 'finished', 'cancelled']),
        finished_at: v.nullable(v.number()),
        report: v.record(v.string(), v.number()),
      }),
    ),
  },
  errors: [wrongDeploymentSecret, storeUnavailable],
  decide: async (realm) => ({
    serves_users: realm.timeline.state === 'newest',
    step: realm.timeline.state === 'recovering' ? restoreState(realm.sql).step : '',
    restores: (await restoresOf(realm.d1, realm.name)).map(({ highest_ids: _, ...restore }) => restore),
  }),
})

export const deleteRestore = endpoint.decision({
  route: 'DELETE /parley/restores',
  summary: 'Cancel a restore that began, if the object restarted before the platform knew of it.',
  caller: theDeployment,
  params: {},
  returns: {},
  errors: [wrongDeploymentSecret, noRestoreToCancel, storeUnavailable],
  decide: (realm) => cancelRestore(realm),
})
